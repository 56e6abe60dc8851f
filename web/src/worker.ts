/** Counts and proves beside the page, so that the page stays quick. */

import { Engine, type Request, answerAll, loadModule } from "./engine";
import { legal as words } from "./texts/en";

const engine = Engine.load("hyperbola.wasm");

/** The module that proves the legal moves to a square, which comes when it is asked for. */
type Legal = { prove(king: number, to: number): bigint };
let legal: Promise<Legal> | undefined;

/** Answers a request. A proof is the number of its equations, and below that of its nodes; none is a fault. */
answerAll(async () => async (request: Request) => {
  if (request.ask !== "legal") return (await engine).ask(request);
  legal ??= loadModule<Legal>("legal.wasm").catch(() => Promise.reject(new Error(words.missing)));
  const proved = (await legal).prove(request.king as number, request.to as number);
  const [equations, nodes] = [Number(proved >> 32n), Number(proved & 0xffff_ffffn)];
  if (equations === 0) throw new Error(words.faults[nodes]);
  return { equations, nodes };
});
