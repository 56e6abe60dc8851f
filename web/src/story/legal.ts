/** The proof of the legal moves with the king on a square, target by target, in a worker. */

import { type Running, runProof } from "../background";
import { mark } from "../board";
import { announce, button, h } from "../dom";
import { bit, nameOf } from "../squares";
import { legal as words } from "../texts/en";

/** The proof that runs or has ended: the king's square, and what is said when it is done. */
let proof = { king: -1, done: 0, said: "" };
let running: Running | undefined;

/** Returns the squares to which the moves are proved, with the king on a square. */
export const provedFrom = (king: number): bigint => (king === proof.king ? bit(proof.done) - 1n : 0n);

/** Shows that one more square is proved, and leaves the rest of the chapter to the reader's hands. */
function tick(done: number): void {
  const section = document.getElementById("chapter-legal")!;
  section.querySelector<HTMLElement>(".trial")!.dataset.done = String(done);
  section.querySelector("progress")!.value = done;
  if (section.dataset.state !== "play") return;
  section.querySelector(".board :is(.attacks, .piece)")!.before(mark("right", done - 1));
  section.querySelector(`[data-square="${done - 1}"]`)!.ariaLabel += `, ${words.sets.right}`;
}

/** Proves the moves to each square; `again` draws the chapter when that begins and ends. */
function prove(king: number, again: () => void): void {
  const own = (proof = { king, done: 0, said: "" });
  const requests = Array.from({ length: 64 }, (_, to) => ({ ask: "legal", king, to }));
  running = runProof(requests, words.what(nameOf(king)), (done, end) => {
    [own.done, own.said] = [done, end?.said ?? ""];
    if (own !== proof) return;
    if (!end) return tick(done);
    running = undefined;
    announce(end.said);
    again();
  });
  again();
}

/** Draws the button of the proof and what has come of it. Another king's square has another proof. */
export function legalProof(king: number, again: () => void): HTMLElement {
  if (king !== proof.king) {
    const said = running ? words.stopped(nameOf(proof.king)) : "";
    proof = { king, done: 0, said };
    running?.cancel();
    running = undefined;
    if (said !== "") announce(said);
  }
  const start = running
    ? button(words.stop, () => running?.cancel())
    : button(words.prove(nameOf(king)), () => prove(king, again), { class: "primary" });
  const bar = h("progress", { max: 64, value: proof.done, "aria-label": words.bar, hidden: !running });
  return h("div", { class: "trial", "data-done": proof.done },
    h("div", { class: "pick" }, start), bar, h("p", { class: "sentence" }, proof.said),
  );
}
