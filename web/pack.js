/** Makes the folder of the package of npm: `node pack.js MODULE FOLDER`, with its module. */

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutTables } from "./module.js";

const [module, folder] = process.argv.slice(2);
if (!module || !folder) throw new Error("expected: node pack.js MODULE FOLDER");
const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), "utf8");
const [, version] = /^version = "(.*)"$/m.exec(read("..", "Cargo.toml"));
rmSync(folder, { recursive: true, force: true });
cpSync(join(here, "package"), folder, { recursive: true });
const facts = { version, ...JSON.parse(read("package", "package.json")) };
writeFileSync(join(folder, "package.json"), `${JSON.stringify(facts, null, 2)}\n`);
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"])
  cpSync(join(here, "..", name), join(folder, name));
writeFileSync(join(folder, "hyperbola.wasm"), withoutTables(readFileSync(module)));
