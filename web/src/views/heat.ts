/** The attacks of all sliders of a position, counted at once. */

import { type App, type ViewPart, messageOf, techniqueOf } from "../app";
import { describe, drawBoard } from "../board";
import { h, select } from "../dom";
import { fromHex, squareOf } from "../squares";
import type { PositionFacts, Side } from "../types";
import { fenField } from "./fen";

export function heatView(app: App): ViewPart {
  const head = h("div", {});
  const boards = h("div", { class: "boards two" });
  const element = h("div", { class: "view" }, head, boards);
  return {
    element,
    update(state) {
      const able = app.techniques.filter(({ setwise }) => setwise);
      const own = techniqueOf(app, state.technique);
      const technique = own.setwise
        ? own
        : (able.find(({ id }) => id === "kogge-stone") ?? able[0]!);
      head.replaceChildren(
        fenField(app, state.fen),
        select(
          "Technique for sets",
          able.map(({ id, name }) => [id, name]),
          technique.id,
          (id) => app.store.set({ technique: id, step: 0 }),
        ),
        h(
          "p",
          {},
          "All rooks, bishops and queens of a side attack at once: one run for each of the eight directions. " +
            "The numbers say how many of them attack a square; they are the eight sets added bit by bit.",
        ),
      );
      try {
        const sides = app.engine.ask<Side[]>({
          ask: "sets",
          technique: technique.id,
          fen: state.fen,
        });
        boards.replaceChildren(
          ...sides.map((side, index) => {
            const name = index === 0 ? "White" : "Black";
            const board = drawBoard(
              { counts: side.counts, pieces: pieces(app, state.fen), numbering: state.numbering },
              `${name}'s sliders attack ${describe(fromHex(side.attacks))}`,
            );
            const most = Math.max(...side.counts);
            return h(
              "figure",
              {},
              board,
              h(
                "figcaption",
                {},
                `${name}: ${side.counts.filter((count) => count > 0).length} squares attacked, at most ${most} times`,
              ),
            );
          }),
        );
      } catch (error) {
        boards.replaceChildren(h("p", { class: "error", role: "alert" }, messageOf(error)));
      }
    },
  };
}

/** Returns the pieces of a position; none where the FEN is no legal position. */
function pieces(app: App, fen: string): [string, number][] {
  try {
    const facts = app.engine.ask<PositionFacts>({ ask: "position", fen });
    return facts.pieces.map((piece) => [piece[0]!, squareOf(piece.slice(1))!]);
  } catch {
    return [];
  }
}
