/** The library's module in Node, as the page has it in the browser. */

/** Starts a module with its tables, and returns what asks it: a request gives the answer. */
export function startLibrary(module) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {});
  const { memory, input, answer, output } = exports;
  return (request) => {
    const bytes = Buffer.from(JSON.stringify(request));
    const start = input(bytes.length);
    Buffer.from(memory.buffer).set(bytes, start);
    const length = answer();
    const { ok, error } = JSON.parse(Buffer.from(memory.buffer, output(), length).toString());
    if (error !== undefined) throw new Error(error);
    return ok;
  };
}
