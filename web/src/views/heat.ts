/** The attacks of all pieces of a position, counted: those of the sliders at once. */

import { type App, type ViewPart, messageOf, techniqueOf } from "../app";
import { describe, drawBoard } from "../board";
import { alarm, h, replace, select } from "../dom";
import { putGrid } from "../grid";
import { pieceName, piecesOf } from "../pieces";
import { fromHex } from "../squares";
import { fenOf } from "../story/scenes";
import { heat } from "../texts/en";
import type { Placed, Side } from "../types";
import { fenField, numberingField } from "./fields";

export function heatView(app: App): ViewPart {
  const head = h("div", {});
  const boards = h("div", { class: "boards two" });
  const element = h("div", { class: "view heat-map" }, head, boards);
  // The boards stay, so that a piece can be moved by keys: chosen on one square, put down on another.
  let chosen: number | undefined;
  const figures = [0, 1].map(() => h("figure", {}, h("div", {}), h("figcaption", {})));
  return {
    element,
    update(state) {
      const able = app.techniques.filter(({ setwise }) => setwise);
      const own = techniqueOf(app, state.technique);
      const technique = own.setwise ? own : (able.find(({ id }) => id === "kogge-stone") ?? able[0]!);
      replace(head,
        fenField(app, state.fen),
        h("div", { class: "pick" },
          select(
            "Technique for sets", able.map(({ id, name }) => [id, name]), technique.id,
            (id) => app.store.set({ technique: id, step: 0 }),
          ),
          numberingField(app),
        ),
        h("p", { class: "remark-of-view" }, heat.remark),
      );
      try {
        const { fen } = state;
        const sides = app.engine.ask<Side[]>({ ask: "sets", technique: technique.id, fen });
        const pieces = piecesOf(app.engine.ask<Placed>({ ask: "placed", fen }));
        const move = (from: number, to: number | undefined): void => {
          const left = pieces.filter(([, at]) => at !== from && at !== to);
          const [own] = pieces.find(([, at]) => at === from)!;
          const placement = fenOf(to === undefined ? left : [...left, [own, to]]).split(" ")[0]!;
          // Where pieces are moved freely, no right to castle is known.
          const turn = fen.split(" ")[1] === "b" ? "b" : "w";
          app.store.set({ fen: `${placement} ${turn} - - 0 1` });
        };
        const at = new Map(pieces.map(([piece, square]) => [square, piece]));
        sides.forEach((side, index) => {
          const name = heat.sides[index]!;
          const figure = figures[index]!;
          const drawn = drawBoard({ counts: side.counts, pieces, numbering: state.numbering }, "");
          putGrid(figure.firstElementChild as HTMLElement, drawn, `heat${index}`, heat.board(name, describe(fromHex(side.attacks))), {
            label: (square) => {
              const piece = at.get(square);
              return heat.square(piece && pieceName(piece), side.counts[square]!);
            },
            isMovable: (square) => at.has(square),
            toggle(square) {
              const from = chosen;
              chosen = from === undefined && at.has(square) ? square : undefined;
              if (from !== undefined && from !== square) move(from, square);
            },
            move,
          });
          const attacked = side.counts.filter((count) => count > 0).length;
          figure.lastElementChild!.textContent = heat.squares(name, attacked, Math.max(...side.counts));
        });
        boards.replaceChildren(...figures);
      } catch (error) {
        boards.replaceChildren(alarm(messageOf(error)));
      }
    },
  };
}
