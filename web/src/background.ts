/** Runs requests in a worker, which ends when it is cancelled. */

import { number } from "./app";
import type { Request, Task, Told } from "./engine";
import { proof as words } from "./texts/en";

export interface Running {
  cancel(): void;
}

interface Listener<T> {
  answer(at: number, answer: T, milliseconds: number): void;
  end(error?: string): void;
}

/** The workers that wait, by their scripts: what they need is loaded before it is needed. */
const waiting = new Map<string, Worker>();

/** Makes a worker, if the page may: a frame without rights may not. */
function newWorker(script: string): Worker | undefined {
  try {
    return new Worker(script, { type: "module" });
  } catch {
    return undefined;
  }
}

/** Makes a worker ready. */
export function prepare(script = "worker.js"): void {
  const worker = waiting.has(script) ? undefined : newWorker(script);
  if (!worker) return;
  waiting.set(script, worker);
  // What cannot be loaded is not waited for.
  worker.onerror = () => {
    if (waiting.get(script) === worker) waiting.delete(script);
  };
}

export function runInBackground<T>(
  requests: Request[], listener: Listener<T>, script = "worker.js",
): Running {
  prepare(script);
  const worker = waiting.get(script);
  if (!worker) {
    // Afterwards, as a worker would: the caller does not have what this returns yet.
    queueMicrotask(() => listener.end("this page may not work in the background"));
    return { cancel: () => {} };
  }
  waiting.delete(script);
  let isOver = false;
  const end = (error?: string): void => {
    if (isOver) return;
    isOver = true;
    if (error === undefined && !waiting.has(script)) waiting.set(script, worker);
    else worker.terminate();
    worker.onmessage = null;
    listener.end(error);
  };
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if ("answer" in data) listener.answer(data.at, data.answer as T, data.milliseconds);
    else end("error" in data ? data.error : undefined);
  };
  worker.onerror = () => end("the worker has failed");
  worker.postMessage({ requests } satisfies Task);
  return { cancel: () => end("cancelled") };
}

/** Proves what is asked. `told` hears how many parts are proved, and at the end what is so, or why not. */
export function runProof(
  requests: Request[], what: string,
  told: (done: number, end?: { said: string; isProved: boolean }) => void,
): Running {
  let [done, equations, nodes, time] = [0, 0, 0, 0];
  return runInBackground<{ equations: number; nodes: number }>(requests, {
    answer(at, proved, milliseconds) {
      [done, time] = [at + 1, time + milliseconds];
      [equations, nodes] = [equations + proved.equations, nodes + proved.nodes];
      told(done);
    },
    end(error) {
      const numbers = [number(equations), number(nodes), (time / 1000).toFixed(2)] as const;
      const said = error === undefined ? words.holds(what, ...numbers) : words.none(error);
      told(done, { said, isProved: error === undefined });
    },
  });
}
