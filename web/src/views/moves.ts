/** The legal moves of a position, and perft with the numbers of each move. */

import { type App, type ViewPart, messageOf, number } from "../app";
import { type Running, prepare, runInBackground } from "../background";
import { drawBoard } from "../board";
import { announce, button, h, mark, replace } from "../dom";
import { refocus, withGrid } from "../grid";
import { pieceName, piecesOf } from "../pieces";
import { has, nameOf, setOf, squareOf } from "../squares";
import type { State } from "../state";
import type { Move, PositionFacts } from "../types";
import { fenField, numberingField } from "./fields";

/** The squares on which a move is dropped: of castling, the rook's and the king's. */
const targetsOf = ({ to, uci }: Move): number[] =>
  [to, uci.slice(2, 4)].map((name) => squareOf(name)!);

export function movesView(app: App): ViewPart {
  const head = h("div", {});
  const boardPlace = h("div", { class: "column" });
  const list = h("div", { class: "column" });
  const depthField = h("input", {
    type: "number",
    min: 1,
    max: 9,
    change: () => {
      const { depth: old } = app.store.state;
      const depth = Number(depthField.value);
      const isDepth = Number.isInteger(depth) && depth >= 1 && depth <= 9;
      mark(
        depthField,
        isDepth ? undefined : `A depth is a whole number from 1 to 9. It stays ${old}.`,
      );
      if (isDepth) app.store.set({ depth });
    },
  });
  const result = h("div", { class: "result" });
  const perft = h(
    "div",
    { class: "perft" },
    h("h2", { class: "small-title" }, "Perft"),
    h(
      "p",
      {},
      "Counts the legal move sequences of a length, move by move, with the library's counter.",
    ),
    h(
      "div",
      { class: "pick" },
      h("label", { class: "field" }, h("span", {}, "Depth"), depthField),
      button("Count", () => count(app.store.state, result), { class: "primary" }),
      button("Cancel", () => running?.cancel()),
    ),
    result,
  );
  const element = h(
    "div",
    { class: "view moves" },
    head,
    h("div", { class: "sides" }, boardPlace, h("div", {}, list, perft)),
  );
  let chosen: number | undefined;
  let running: Running | undefined;
  let facts: PositionFacts | undefined;

  const play = (move: Move): void => {
    try {
      const next = app.engine.ask<PositionFacts>({
        ask: "play",
        fen: facts!.shredder_fen,
        uci: move.uci,
      });
      chosen = undefined;
      app.store.set({ fen: next.fen });
    } catch (error) {
      list.prepend(h("p", { class: "error", role: "alert" }, messageOf(error)));
    }
  };

  /** Picks a piece, or plays the picked piece's move; of promotions, the queen's. */
  const pick = (square: number): void => {
    const from =
      chosen === undefined ? [] : facts!.moves.filter((move) => move.from === nameOf(chosen!));
    const here = from.filter((move) => targetsOf(move).includes(square));
    const best = here.find((move) => move.uci.endsWith("q")) ?? here[0];
    if (best) return play(best);
    chosen =
      chosen !== square && facts!.moves.some((move) => move.from === nameOf(square))
        ? square
        : undefined;
    drawPosition(app.store.state);
  };

  const drawPosition = (state: State): void => {
    const pieces = piecesOf(facts!);
    const at = new Map(pieces.map(([piece, square]) => [square, piece]));
    const picked = facts!.moves.filter(
      (move) => chosen !== undefined && move.from === nameOf(chosen),
    );
    const targets = setOf(picked.flatMap(targetsOf));
    const sets: [string, bigint][] = [["attacks", targets]];
    if (chosen !== undefined) sets.unshift(["chosen", setOf([chosen])]);
    const board = drawBoard({ pieces, sets, numbering: state.numbering }, "");
    const hadFocus = boardPlace.contains(document.activeElement);
    boardPlace.replaceChildren(
      withGrid(board, "moves", "The position: choose a piece, then its target", {
        label: (square) => {
          const own = square === chosen ? ", chosen" : has(targets, square) ? ", target" : "";
          return (at.has(square) ? pieceName(at.get(square)!) : "empty") + own;
        },
        isMovable: (square) => facts!.moves.some((move) => move.from === nameOf(square)),
        toggle: pick,
        move: (from, to) => {
          if (to === undefined) return;
          chosen = from;
          pick(to);
          chosen = undefined;
          if (app.store.state === state) drawPosition(state);
        },
      }),
      h(
        "p",
        { class: "count" },
        `${facts!.side_to_move} to move · ${facts!.moves.length} legal moves${facts!.state ? ` · ${facts!.state}` : ""}`,
      ),
      h("p", { class: "mono" }, facts!.fen),
    );
    if (hadFocus) refocus("moves", boardPlace);
    const shown = chosen === undefined ? facts!.moves : picked;
    replace(
      list,
      h(
        "h2",
        { class: "small-title" },
        chosen === undefined ? "Legal moves" : `Moves from ${nameOf(chosen)}`,
      ),
      h(
        "div",
        { class: "list" },
        ...shown.map((move) => button(move.san, () => play(move), { title: move.uci })),
      ),
    );
  };

  const count = (state: State, place: HTMLElement): void => {
    running?.cancel();
    const moves = facts!.moves;
    const bar = h("progress", {
      max: Math.max(1, moves.length),
      value: 0,
      "aria-label": "Moves counted",
    });
    const sum = h("p", { class: "sum" });
    const body = h("tbody", {});
    place.replaceChildren(
      bar,
      sum,
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers by move" },
        h("table", { class: "divide" }, body),
      ),
    );
    let [total, time, done] = [0, 0, 0];
    const tell = (mark: string): void => {
      const speed = time > 0 ? `${number(Math.round(total / time / 1000))} million a second` : "";
      if (done === 0) return sum.replaceChildren(mark);
      sum.replaceChildren(
        h("b", {}, number(total)),
        ` ${mark}`,
        h("span", { class: "speed" }, ` ${(time / 1000).toFixed(3)} s, ${speed}`),
      );
    };
    const requests = moves.map(({ uci }) => ({
      ask: "perft",
      fen: facts!.shredder_fen,
      uci,
      depth: state.depth,
    }));
    running = runInBackground<number>(requests, {
      answer(at, nodes, milliseconds) {
        [total, time, done] = [total + nodes, time + milliseconds, done + 1];
        bar.value = done;
        body.append(
          h(
            "tr",
            {},
            h("th", { scope: "row" }, moves[at]!.san),
            h("td", { class: "figure" }, number(nodes)),
          ),
        );
        tell("so far");
      },
      end(error) {
        running = undefined;
        bar.remove();
        tell(error === undefined ? "move sequences" : `(${error})`);
        announce(sum.textContent!);
        place.dataset.state = error === undefined ? "done" : "cancelled";
      },
    });
  };

  return {
    element,
    update(state, before) {
      const isSame = (part: keyof State): boolean => before?.[part] === state[part];
      if (facts && ["fen", "depth", "numbering"].every((part) => isSame(part as keyof State))) return;
      prepare();
      if (!isSame("fen") || !isSame("depth")) {
        running?.cancel();
        depthField.value = String(state.depth);
        mark(depthField, undefined);
        result.replaceChildren();
        delete result.dataset.state;
      }
      if (facts && isSame("fen") && isSame("numbering")) return;
      if (!isSame("fen")) chosen = undefined;
      replace(head, fenField(app, state.fen), numberingField(app));
      try {
        facts = app.engine.ask<PositionFacts>({ ask: "position", fen: state.fen });
        drawPosition(state);
      } catch (error) {
        facts = undefined;
        boardPlace.replaceChildren(h("p", { class: "error", role: "alert" }, messageOf(error)));
        list.replaceChildren();
      }
      perft.hidden = !facts;
    },
    leave: () => running?.cancel(),
  };
}
