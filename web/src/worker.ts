/** Counts and proves beside the page, so that the page stays quick. */

import { Engine, answerAll, loadModule } from "./engine";
import { legal as words } from "./texts/en";

/** The module that proves the legal moves to a square. */
type Legal = { prove(king: number, to: number): bigint };

const engine = Engine.load("hyperbola.wasm");
// These come when they are asked for.
let counter: Promise<Engine> | undefined;
let legal: Promise<Legal> | undefined;
const missing = (): never => {
  throw new Error(words.missing);
};

/** Answers requests of one kind. A proof is the number of its equations, and below that of its nodes; none is a fault. */
answerAll(async ([first]) => {
  if (first?.ask !== "legal") {
    const isCount = first?.ask === "perft";
    const asked = await (isCount ? (counter ??= Engine.load("count.wasm").catch(missing)) : engine);
    return (request) => asked.ask(request);
  }
  const { prove } = await (legal ??= loadModule<Legal>("legal.wasm").catch(missing));
  return ({ king, to }) => {
    const proved = prove(king as number, to as number);
    const [equations, nodes] = [Number(proved >> 32n), Number(proved & 0xffff_ffffn)];
    if (equations === 0) throw new Error(words.faults[nodes]);
    return { equations, nodes };
  };
});
