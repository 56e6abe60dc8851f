/** Counts and proves beside the page, so that the page stays quick. */

import { Engine, loadModule } from "./engine";
import { legal as words } from "./texts/en";

/** What the page asks: requests for the library, one after the other. */
export interface Task {
  requests: { ask: string; [field: string]: unknown }[];
}

/** What it is told: each answer with its number, or an error; then the end. */
export type Told =
  { at: number; answer: unknown; milliseconds: number } | { error: string } | { end: true };

const engine = Engine.load();

/** The module that proves the legal moves to a square, which comes when it is asked for. */
type Legal = { prove(king: number, to: number): bigint };
let legal: Promise<Legal> | undefined;

/** Answers a request. A proof is the number of its equations, and below that of its nodes; none is a fault. */
async function answerTo(request: Task["requests"][number]): Promise<unknown> {
  if (request.ask !== "legal") return (await engine).ask(request);
  legal ??= loadModule<Legal>("legal.wasm").catch(() => Promise.reject(new Error(words.missing)));
  const proved = (await legal).prove(request.king as number, request.to as number);
  const [equations, nodes] = [Number(proved >> 32n), Number(proved & 0xffff_ffffn)];
  if (equations === 0) throw new Error(words.faults[nodes]);
  return { equations, nodes };
}

self.addEventListener("message", async (event: MessageEvent<Task>) => {
  const tell = (told: Told): void => self.postMessage(told);
  try {
    for (const [at, request] of event.data.requests.entries()) {
      const start = performance.now();
      const answer = await answerTo(request);
      tell({ at, answer, milliseconds: performance.now() - start });
    }
    tell({ end: true });
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) });
  }
});
