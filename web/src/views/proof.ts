/** Proofs in the browser, and counterexamples to techniques with a changed operator. */

import { type App, type ViewPart, changesOf, explain, isNewQuery, query, techniqueOf } from "../app";
import { type Running, prepare, runInBackground, runProof } from "../background";
import { drawBoard } from "../board";
import { alarm, button, h, replace, select } from "../dom";
import type { Request } from "../engine";
import { type FlatStep, flatten, rowsOf, signOf } from "../operations";
import { fromHex, nameOf, setOf, squaresOf } from "../squares";
import type { State } from "../state";
import { proof as words, steps as stepWords } from "../texts/en";
import type { BoardFacts, Explained, Refuted, Slider, Technique } from "../types";
import { techniqueField } from "./fields";
import { ownFormula } from "./own";

export function provesView(app: App): ViewPart {
  const head = h("div", {});
  const result = h("div", { class: "result", "aria-live": "polite" });
  const variant = h("div", { class: "variant" });
  const picture = h("figure", { class: "proved" });
  const typed = ownFormula(app);
  const element = h("div", { class: "view proof" }, head, result, variant, typed.element);
  let running: Running | undefined;
  let refuting: Running | undefined;
  const able: Partial<Record<Slider, Technique[]>> = {};

  /** Draws what is proved so far: the squares of the slider, and the lines whose pieces matter. */
  const drawProved = (place: HTMLElement, { slider }: State, squares: number[], done: number): void => {
    const last = squares[Math.min(done, squares.length - 1)]!;
    const empty = { ask: "board", slider, square: nameOf(last), occupied: "0x0" };
    const lines = fromHex(app.engine.ask<BoardFacts>(empty).lines);
    const sets: [string, bigint][] = [["lines", lines], ["right", setOf(squares.slice(0, done))]];
    const board = drawBoard({ sets, pieces: [[slider, last]] }, words.board(done, squares.length));
    const size = squaresOf(lines).length;
    const said = words.proved(nameOf(last), size, (2n ** BigInt(size)).toLocaleString("en"));
    place.replaceChildren(board, h("figcaption", {}, said));
  };

  /** Proves what is asked, in a worker; `what` says what then holds. */
  const prove = (requests: Request[], what: string, draw = (_done: number): void => {}): void => {
    running?.cancel();
    const bar = h("progress", { max: requests.length, value: 0, "aria-label": "Parts proved" });
    const text = h("p", {}, "Proving …");
    result.replaceChildren(bar, text, picture);
    picture.replaceChildren();
    draw(0);
    delete result.dataset.state;
    running = runProof(requests, what, (done, end) => {
      if (!end) {
        bar.value = done;
        return draw(done);
      }
      running = undefined;
      bar.remove();
      if (!end.isProved) picture.replaceChildren();
      result.dataset.state = end.isProved ? "proved" : "failed";
      text.textContent = end.said;
    });
  };

  const proveSquares = (state: State, squares: number[]): void => {
    const technique = techniqueOf(app, state.technique);
    const where = squares.length === 1 ? `on ${nameOf(squares[0]!)}` : `on all ${squares.length} squares`;
    const lines = technique.by_lines ? ", and so are those along each of its lines" : "";
    prove(
      squares.map((square) => ({ ask: "prove", ...query({ ...state, square }) })),
      `the attacks of a ${state.slider} ${where} by ${technique.name} are right for all 2⁶⁴ sets of ` +
        `occupied squares${lines}; the boards that it keeps are right when a square is toggled.`,
      (done) => drawProved(picture, state, squares, done),
    );
  };

  const proveSets = (state: State): void => {
    const { id, name } = techniqueOf(app, state.technique);
    prove(
      [{ ask: "prove_sets", technique: id, slider: state.slider }],
      `the attacks of sets of ${state.slider}s by ${name} are right in each direction, along each line and ` +
        `as a whole, for all 2¹²⁸ pairs of a set of sliders and a set of occupied squares.`,
    );
  };

  const drawHead = (state: State): void => {
    const all = Array.from({ length: 64 }, (_, square) => square);
    const { setwise } = techniqueOf(app, state.technique);
    replace(head,
      h("p", { class: "remark-of-view" },
        "The technique's own formula runs on a symbolic word: each of its 64 bits is a Boolean function of the " +
          "occupied squares. If those functions equal the definition's, the technique is right for every board.",
      ),
      h("div", { class: "pick" },
        techniqueField(app),
        button(`Prove on ${nameOf(state.square)}`, () => proveSquares(state, [state.square]), { class: "primary" }),
        button("Prove on all squares", () => proveSquares(state, all)),
        button("Prove for sets", () => proveSets(state), { disabled: !setwise }),
        button("Cancel", () => running?.cancel()),
      ),
      setwise ? "" : h("p", { class: "hint" }, "This technique does not compute whole sets."),
    );
  };

  const drawVariant = (state: State): void => {
    refuting?.cancel();
    const changes = changesOf(app, state);
    const title = h("h2", {}, "Break it yourself");
    if (changes.length === 0) {
      const text =
        "This technique reads a table at an index that depends on the occupied squares, so its operators " +
        `stay. Those of these techniques can be changed for a ${state.slider}:`;
      return replace(variant, title, h("p", {}, text), changeable(state));
    }
    const explained = explain(app, state);
    const steps = flatten(explained);
    const options = changes.flatMap(({ node, operations }): [string, string, string][] =>
      operations.map((operation) => [
        `${node}:${operation}`,
        `${textOf(explained, steps, node)}  →  ${signOf(operation)}`,
        groupOf(explained, steps, node),
      ]),
    );
    // Operations of one step that read the same are told apart by their order.
    const times = new Map<string, number>();
    for (const option of options) {
      const name = `${option[2]} ${option[1]}`;
      times.set(name, (times.get(name) ?? 0) + 1);
      if (times.get(name)! > 1) option[1] += ` (${times.get(name)})`;
    }
    const known = options.some(([value]) => value === state.change) ? state.change : "";
    const text =
      "Put another operator in the place of one. If the formula is then wrong, the smallest set of blockers shows it.";
    const list = select("Change", [["", "No change"], ...options], known, (change) => app.store.set({ change }));
    const none = state.change === "" ? "" : alarm(stepWords.noChange);
    const answer = known === "" ? none : refute(state, known);
    replace(variant, title, h("p", {}, text), h("div", { class: "pick" }, list), answer);
  };

  /** Lists the techniques whose operators can be changed: that depends on the slider alone. */
  const changeable = (state: State): HTMLElement => {
    const hasChanges = ({ id }: Technique): boolean => changesOf(app, { ...state, technique: id }).length > 0;
    able[state.slider] ??= app.techniques.filter(hasChanges);
    const buttons = able[state.slider]!.map(({ id, name }) =>
      button(name, () => app.store.set({ technique: id, step: 0 })),
    );
    return h("div", { class: "pick" }, ...buttons);
  };

  /** Asks for a counterexample, in a worker, and shows the answer in a place of its own. */
  const refute = (state: State, change: string): HTMLElement => {
    const [node, operation] = change.split(":");
    const place = h("div", { class: "verdict", "aria-live": "polite" },
      h("p", {}, "Looking for a board on which it is wrong …"),
      button("Cancel the search", () => refuting?.cancel()),
    );
    const request = { ask: "refute", query: query(state), node: Number(node), operation };
    refuting = runInBackground<Refuted>([request], {
      answer: (_, refuted) => drawRefuted(app, state, refuted, place),
      end(error) {
        refuting = undefined;
        if (error !== undefined) {
          replace(place, alarm(`No verdict: ${error}.`));
          place.dataset.state = "failed";
        }
      },
    });
    return place;
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
      if (isNewQuery(state, before) || state.formula !== before?.formula) typed.update(state);
    },
    leave() {
      running?.cancel();
      refuting?.cancel();
    },
  };
}

/** Shows whether a changed technique is still right, and if not, on which board it is wrong. */
function drawRefuted(app: App, state: State, refuted: Refuted, place: HTMLElement): void {
  const show = (verdict: string, ...shown: HTMLElement[]): void => {
    replace(place, ...shown);
    place.dataset.state = verdict;
  };
  if (refuted === "right") {
    const text = "Still right, and proved so for all boards: here both operators give the same.";
    return show("right", h("p", {}, text));
  }
  if (refuted === "wrong_on_large") {
    const text = "Wrong, or too large to be proved; no counterexample has three blockers or fewer.";
    return show("unknown", h("p", {}, text));
  }
  const own = fromHex(refuted.wrong.occupied);
  const [expected, found] = [fromHex(refuted.wrong.expected), fromHex(refuted.wrong.found)];
  const text = own === 0n ? "Wrong already on the empty board." : "Wrong. No board with fewer blockers shows it.";
  const put = (): void => app.store.set({ occupied: own });
  show("wrong", h("p", {}, text), ...drawWrong({ ...state, expected, found }, own, put));
}

/** Draws what a formula finds on a board and what it should find, with a button that puts it there. */
export function drawWrong(
  { slider, square, expected, found }: Pick<State, "slider" | "square"> & { expected: bigint; found: bigint },
  own: bigint,
  put: () => void,
): HTMLElement[] {
  // What it finds and misses stands out on its board.
  const draw = (title: string, set: bigint): HTMLElement => {
    const sets: [string, bigint][] = [
      ["blockers", own], ["hit", set & own], ["attacks", set & ~own], ["wrong", set & ~expected],
      ["missed", expected & ~set],
    ];
    const board = drawBoard({ sets, pieces: [[slider, square]] }, title);
    return h("figure", {}, board, h("figcaption", {}, title));
  };
  return [
    h("div", { class: "boards two" }, draw("What it finds", found), draw("The attacks", expected)),
    button("Put this on the board", put, { class: "primary" }),
  ];
}

/** Writes an operation with the names that its step has. */
function textOf({ operations }: Explained, steps: FlatStep[], node: number): string {
  const { op, of, by } = operations[node]!;
  const [first, second = by] = of.map(
    (operand) =>
      steps.find((step) => step.node === operand)?.step.name ??
      (operations[operand]!.of.length === 0 ? "constant" : "…"),
  );
  return second === undefined ? `${signOf(op)}(${first})` : `${first} ${signOf(op)} ${second}`;
}

/** Returns the step that an operation is part of. */
function groupOf(explained: Explained, steps: FlatStep[], node: number): string {
  const at = steps.findIndex((step, index) => step.node >= node && rowsOf(explained, steps, index).length > 0);
  return at < 0 ? "other" : `${steps[at]!.step.name} = ${steps[at]!.step.expression}`.slice(0, 60);
}
