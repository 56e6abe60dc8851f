/** One formula on four or on eight squares at once. */

import { type App, type ViewPart, costsOf, number, techniqueOf, techniqueOptions } from "../app";
import { describe, drawBoard } from "../board";
import { choice, h, replace, select } from "../dom";
import { refocus, withGrid } from "../grid";
import { bit, fromHex, has, hex, nameOf } from "../squares";
import type { Hex } from "../types";

/** The squares of further lanes. */
const MORE = [27, 0, 63, 12, 36, 7, 56, 49];

export function lanesView(app: App): ViewPart {
  const head = h("div", {});
  const boards = h("div", { class: "boards lanes" });
  const element = h("div", { class: "view lanes" }, head, boards);
  return {
    element,
    update(state) {
      const technique = techniqueOf(app, state.technique);
      const count = state.lanes.length;
      replace(
        head,
        h(
          "div",
          { class: "pick" },
          select("Technique", techniqueOptions(app.techniques), technique.id, (id) =>
            app.store.set({ technique: id, step: 0 }),
          ),
          choice(
            "Lanes",
            [["4", "4 lanes"], ["8", "8 lanes"]],
            String(count),
            (value) =>
              app.store.set({
                lanes: Array.from(
                  { length: Number(value) },
                  (_, lane) => state.lanes[lane] ?? MORE[lane]!,
                ),
              }),
          ),
        ),
        h(
          "p",
          { class: "remark-of-view" },
          `${technique.name} runs once on a word of ${count} lanes: ${number(costsOf(technique, state).operations)} ` +
            `vector operations give ${count} answers. Click a square of a lane to put its ${state.slider} there.`,
        ),
      );
      const attacks = app.engine.ask<Hex[]>({
        ask: "lanes",
        technique: technique.id,
        slider: state.slider,
        squares: state.lanes.map(nameOf),
        occupied: hex(state.occupied),
      });
      const focus = (document.activeElement?.closest("[data-name]") as HTMLElement | null)?.dataset
        .name;
      boards.replaceChildren(
        ...state.lanes.map((square, lane) => {
          const set = fromHex(attacks[lane]!);
          const blockers = state.occupied & ~bit(square);
          const board = drawBoard(
            {
              sets: [["blockers", blockers], ["hit", set & blockers], ["attacks", set & ~blockers]],
              pieces: [[state.slider, square]],
            },
            "",
          );
          const put = (to: number): void => {
            app.store.set({ lanes: state.lanes.map((old, other) => (other === lane ? to : old)) });
          };
          const grid = withGrid(
            board,
            `lane${lane}`,
            `Lane ${lane}: the ${state.slider} on ${nameOf(square)}`,
            {
              label: (at) =>
                at === square ? state.slider : has(blockers, at) ? "blocker" : "empty",
              isMovable: (at) => at === square,
              toggle: put,
              move: (_, to) => {
                if (to !== undefined) put(to);
              },
            },
          );
          return h(
            "figure",
            {},
            grid,
            h("figcaption", {}, `lane ${lane}: ${nameOf(square)} attacks ${describe(set)}`),
          );
        }),
      );
      if (focus?.startsWith("lane")) refocus(focus, boards);
    },
  };
}
