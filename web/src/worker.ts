/** Counts and proves beside the page, so that the page stays quick. */

import { Engine } from "./engine";

/** What the page asks: requests for the library, one after the other. */
export interface Task {
  requests: { ask: string; [field: string]: unknown }[];
}

/** What it is told: each answer with its number, or an error; then the end. */
export type Told =
  { at: number; answer: unknown; milliseconds: number } | { error: string } | { end: true };

const engine = Engine.load();

self.addEventListener("message", async (event: MessageEvent<Task>) => {
  const tell = (told: Told): void => self.postMessage(told);
  try {
    const library = await engine;
    event.data.requests.forEach((request, at) => {
      const start = performance.now();
      const answer = library.ask(request);
      tell({ at, answer, milliseconds: performance.now() - start });
    });
    tell({ end: true });
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) });
  }
});
