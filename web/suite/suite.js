// Runs the suite of the core in Node: `node suite.js MODULE KIND…`. The module must have these kinds
// of words and no others, and each must be right.
import { readFile } from "node:fs/promises";

const [path, ...expected] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(path), {});
const { memory, kinds, check } = instance.exports;

// Reads a text that ends with a zero.
function text(start) {
    const bytes = new Uint8Array(memory.buffer, start);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

const found = text(kinds());
if (found !== expected.join(" ")) {
    throw new Error(`the module has the words ${found}, not ${expected.join(" ")}`);
}
const wrong = check();
if (wrong !== 0) {
    throw new Error(text(wrong));
}
console.log(`${found}: every operation, technique, feature and count is right`);
