/** Proofs in the browser, and counterexamples to techniques with a changed operator. */

import {
  type App,
  type ViewPart,
  explain,
  isNewQuery,
  messageOf,
  number,
  query,
  techniqueOf,
  techniqueOptions,
} from "../app";
import { type Running, prepare, runInBackground } from "../background";
import { drawBoard } from "../board";
import { button, h, select } from "../dom";
import { flatten, rowsOf, signOf } from "../operations";
import { fromHex, nameOf } from "../squares";
import type { State } from "../state";
import type { Changeable, Explained, Refuted } from "../types";

export function provesView(app: App): ViewPart {
  const head = h("div", {});
  const result = h("div", { class: "result", "aria-live": "polite" });
  const variant = h("div", { class: "variant" });
  const element = h("div", { class: "view proof" }, head, result, variant);
  let running: Running | undefined;

  const prove = (state: State, squares: number[]): void => {
    running?.cancel();
    const bar = h("progress", { max: squares.length, value: 0, "aria-label": "Squares proved" });
    const text = h("p", {}, "Proving …");
    result.replaceChildren(bar, text);
    delete result.dataset.state;
    let [equations, nodes, time, done] = [0, 0, 0, 0];
    const requests = squares.map((square) => ({ ask: "prove", ...query({ ...state, square }) }));
    running = runInBackground<{ equations: number; nodes: number }>(requests, {
      answer(_, proof, milliseconds) {
        [equations, nodes, time, done] = [
          equations + proof.equations,
          nodes + proof.nodes,
          time + milliseconds,
          done + 1,
        ];
        bar.value = done;
      },
      end(error) {
        running = undefined;
        bar.remove();
        result.dataset.state = error === undefined ? "proved" : "failed";
        const where =
          squares.length === 1 ? `on ${nameOf(squares[0]!)}` : `on all ${squares.length} squares`;
        text.textContent =
          error !== undefined
            ? `No proof: ${error}.`
            : `Proved: ${techniqueOf(app, state.technique).name} gives the attacks of a ${state.slider} ${where} ` +
              `for all 2⁶⁴ sets of occupied squares. ${number(equations)} equations between Boolean functions hold; ` +
              `they have ${number(nodes)} nodes. ${(time / 1000).toFixed(2)} s.`;
      },
    });
  };

  const drawHead = (state: State): void => {
    const all = Array.from({ length: 64 }, (_, square) => square);
    head.replaceChildren(
      h(
        "p",
        {},
        "The technique's own formula runs on a symbolic word: each of its 64 bits is a Boolean function of the " +
          "occupied squares. If those functions equal the definition's, the technique is right for every board.",
      ),
      h(
        "div",
        { class: "pick" },
        select("Technique", techniqueOptions(app.techniques), state.technique, (id) =>
          app.store.set({ technique: id, step: 0, change: "" }),
        ),
        button(`Prove on ${nameOf(state.square)}`, () => prove(state, [state.square]), {
          class: "primary",
        }),
        button("Prove on all squares", () => prove(state, all)),
        button("Cancel", () => running?.cancel()),
      ),
    );
  };

  const drawVariant = (state: State): void => {
    const changes = app.engine.ask<Changeable[]>({ ask: "changes", ...query(state) });
    variant.replaceChildren(h("h2", {}, "Break it yourself"));
    if (changes.length === 0) {
      variant.append(
        h(
          "p",
          {},
          "This technique reads a table at an index that depends on the occupied squares. " +
            "Changed operators are offered where all but the masks is arithmetic: try a technique of the families walk, fill or subtract.",
        ),
      );
      return;
    }
    const explained = explain(app, state);
    const options = changes.flatMap(({ node, operations }): [string, string, string][] =>
      operations.map((operation) => [
        `${node}:${operation}`,
        `${textOf(explained, node)}  →  ${signOf(operation)}`,
        groupOf(explained, node),
      ]),
    );
    const known = options.some(([value]) => value === state.change) ? state.change : "";
    variant.append(
      h(
        "p",
        {},
        "Put another operator in the place of one. If the formula is then wrong, the smallest set of blockers shows it.",
      ),
      h(
        "div",
        { class: "pick" },
        select("Change", [["", "No change"], ...options], known, (change) =>
          app.store.set({ change }),
        ),
      ),
    );
    if (state.change !== "" && known === "") {
      variant.append(
        h("p", { class: "error", role: "alert" }, "The link's change is none of this technique's."),
      );
    } else if (known !== "") {
      variant.append(drawRefuted(state, known));
    }
  };

  const drawRefuted = (state: State, change: string): HTMLElement => {
    const [node, operation] = change.split(":");
    try {
      const refuted = app.engine.ask<Refuted>({
        ask: "refute",
        query: query(state),
        node: Number(node),
        operation,
      });
      if (refuted === "right") {
        return h(
          "p",
          { class: "verdict right" },
          "Still right, and proved so for all boards: here both operators give the same.",
        );
      }
      if (refuted === "wrong_on_large") {
        return h(
          "p",
          { class: "verdict" },
          "Wrong, or too large to be proved; no counterexample has three blockers or fewer.",
        );
      }
      const { occupied, expected, found } = refuted.wrong;
      const own = fromHex(occupied);
      const draw = (title: string, set: bigint): HTMLElement =>
        h(
          "figure",
          {},
          drawBoard(
            {
              sets: [
                ["blockers", own],
                ["hit", set & own],
                ["attacks", set & ~own],
              ],
              pieces: [[state.slider, state.square]],
            },
            title,
          ),
          h("figcaption", {}, title),
        );
      return h(
        "div",
        { class: "verdict wrong" },
        h(
          "p",
          {},
          own === 0n
            ? "Wrong already on the empty board."
            : "Wrong. No board with fewer blockers shows it.",
        ),
        h(
          "div",
          { class: "boards two" },
          draw("What it finds", fromHex(found)),
          draw("The attacks", fromHex(expected)),
        ),
        button("Put this on the board", () => app.store.set({ occupied: own }), {
          class: "primary",
        }),
      );
    } catch (error) {
      return h("p", { class: "error", role: "alert" }, messageOf(error));
    }
  };

  return {
    element,
    update(state, before) {
      prepare();
      if (isNewQuery(state, before)) {
        running?.cancel();
        drawHead(state);
        result.replaceChildren();
      }
      if (isNewQuery(state, before) || state.change !== before?.change) drawVariant(state);
    },
    leave: () => running?.cancel(),
  };
}

/** Writes an operation with the names that its step has. */
function textOf(explained: Explained, node: number): string {
  const { op, of, by } = explained.operations[node]!;
  const steps = flatten(explained);
  const name = (operand: number): string =>
    steps.find((step) => step.node === operand)?.step.name ??
    (explained.operations[operand]!.of.length === 0 ? "constant" : "…");
  const names = of.map(name);
  if (by !== undefined) return `${names[0]} ${signOf(op)} ${by}`;
  return names.length === 1
    ? `${signOf(op)}(${names[0]})`
    : `${names[0]} ${signOf(op)} ${names[1]}`;
}

/** Returns the step that an operation is part of. */
function groupOf(explained: Explained, node: number): string {
  const steps = flatten(explained);
  const at = steps.findIndex(
    (step, index) => step.node >= node && rowsOf(explained, steps, index).length > 0,
  );
  return at < 0 ? "other" : `${steps[at]!.step.name} = ${steps[at]!.step.expression}`.slice(0, 60);
}
