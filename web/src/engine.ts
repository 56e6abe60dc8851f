/** Calls the library: a request in JSON goes into its memory, and an answer comes out. */

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  answer(): number;
  output(): number;
  make_table?(number: number): number;
}

/** A request for the library. */
export type Request = { ask: string; [field: string]: unknown };

/** What a page asks a worker: requests, one after the other. */
export type Task = { requests: Request[] };

/** What a page is told by a worker: each answer with its number, or an error; then the end. */
export type Told =
  { at: number; answer: unknown; milliseconds: number } | { error: string } | { end: true };

/** Loads a module of the page. */
export async function loadModule<T>(file: string): Promise<T> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  // A host that does not know the type of the file is no reason to fail.
  const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
  const { instance } = isTyped
    ? await WebAssembly.instantiateStreaming(response, {})
    : await WebAssembly.instantiate(await response.arrayBuffer(), {});
  return instance.exports as T;
}

export class Engine {
  private constructor(private readonly wasm: Exports) {
    // The file leaves the tables out. Each is made in turn, and put where it belongs.
    for (let table = 0, length; (length = wasm.make_table?.(table) ?? 0) > 0; table++) {
      const start = wasm.output();
      const address = new DataView(wasm.memory.buffer).getUint32(start, true);
      new Uint8Array(wasm.memory.buffer).copyWithin(address, start + 4, start + length);
    }
  }

  static async load(file: string): Promise<Engine> {
    return new Engine(await loadModule<Exports>(file));
  }

  /** Asks the library; what it does not accept is an `Error` with its words. */
  ask<T>(request: Request): T {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    if (bytes.length > 60_000) throw new Error("this input is too long");
    const start = this.wasm.input(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, start, bytes.length).set(bytes);
    const length = this.wasm.answer();
    const answer = new Uint8Array(this.wasm.memory.buffer, this.wasm.output(), length);
    const { ok, error } = JSON.parse(new TextDecoder().decode(answer));
    if (error !== undefined) throw new Error(error);
    return ok as T;
  }
}

/** Answers a page's requests in a worker, one after the other, by what `prepare` makes of all of them. */
export function answerAll(prepare: (requests: Request[]) => Promise<(request: Request) => unknown>): void {
  const tell = (told: Told): void => self.postMessage(told);
  self.addEventListener("message", async ({ data: { requests } }: MessageEvent<Task>) => {
    try {
      const answer = await prepare(requests);
      for (const [at, request] of requests.entries()) {
        const start = performance.now();
        tell({ at, answer: await answer(request), milliseconds: performance.now() - start });
      }
      tell({ end: true });
    } catch (error) {
      tell({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}
