/** The attacks of all sliders of a position, counted at once. */

import { type App, type ViewPart, messageOf, techniqueOf } from "../app";
import { describe, drawBoard } from "../board";
import { h, replace, select } from "../dom";
import { piecesOf } from "../pieces";
import { fromHex } from "../squares";
import type { Placed, Side } from "../types";
import { fenField, numberingField } from "./fields";

export function heatView(app: App): ViewPart {
  const head = h("div", {});
  const boards = h("div", { class: "boards two" });
  const element = h("div", { class: "view heat-map" }, head, boards);
  return {
    element,
    update(state) {
      const able = app.techniques.filter(({ setwise }) => setwise);
      const own = techniqueOf(app, state.technique);
      const technique = own.setwise
        ? own
        : (able.find(({ id }) => id === "kogge-stone") ?? able[0]!);
      replace(
        head,
        fenField(app, state.fen),
        h(
          "div",
          { class: "pick" },
          select(
            "Technique for sets",
            able.map(({ id, name }) => [id, name]),
            technique.id,
            (id) => app.store.set({ technique: id, step: 0 }),
          ),
          numberingField(app),
        ),
        h(
          "p",
          { class: "remark-of-view" },
          "All rooks, bishops and queens of a side attack at once: one run for each of the eight directions. " +
            "The numbers say how many of them attack a square; they are the eight sets added bit by bit.",
        ),
      );
      try {
        const { fen } = state;
        const sides = app.engine.ask<Side[]>({ ask: "sets", technique: technique.id, fen });
        const pieces = piecesOf(app.engine.ask<Placed>({ ask: "placed", fen }));
        boards.replaceChildren(
          ...sides.map((side, index) => {
            const name = index === 0 ? "White" : "Black";
            const board = drawBoard(
              { counts: side.counts, pieces, numbering: state.numbering },
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
