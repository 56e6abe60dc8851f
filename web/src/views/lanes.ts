/** One formula on four or on eight squares at once. */

import { type App, type ViewPart, costsOf, explain, query, techniqueOf } from "../app";
import { describe, drawBoard, drawSmall, onBoard } from "../board";
import { choice, h, replace, select } from "../dom";
import { putGrid } from "../grid";
import { type Row, type Value, flatten, rowsOf, signOf } from "../operations";
import { bit, fromHex, has, nameOf } from "../squares";
import type { State } from "../state";
import { LANES } from "../story/scenes";
import { lanes as words } from "../texts/en";
import type { Hex } from "../types";
import { techniqueField } from "./fields";

export function lanesView(app: App): ViewPart {
  const head = h("div", {});
  const boards = h("div", { class: "boards lanes" });
  const register = h("div", { class: "registers" });
  const element = h("div", { class: "view lanes" }, head, register, boards);
  const figures: HTMLElement[] = [];
  return {
    element,
    update(state) {
      const technique = techniqueOf(app, state.technique);
      const count = state.lanes.length;
      replace(head,
        h("div", { class: "pick" },
          techniqueField(app),
          choice("Lanes",
            [["4", "4 lanes"], ["8", "8 lanes"]],
            String(count),
            (value) => app.store.set({ lanes: [...state.lanes, ...LANES.slice(count)].slice(0, Number(value)) }),
          ),
        ),
        h("p", { class: "remark-of-view" },
          words.remark(technique, costsOf(technique, state), count, state.slider),
        ),
      );
      const request = { ask: "lanes", ...query(state), squares: state.lanes.map(nameOf) };
      const attacks = app.engine.ask<Hex[]>(request);
      state.lanes.forEach((square, lane) => {
        const set = fromHex(attacks[lane]!);
        const blockers = state.occupied & ~bit(square);
        const figure = (figures[lane] ??= h("figure", {}, h("div", {}), h("figcaption", {})));
        const board = drawBoard(onBoard({ ...state, square }, set), "");
        const put = (to: number): void =>
          app.store.set({ lanes: state.lanes.map((old, other) => (other === lane ? to : old)) });
        const label = `Lane ${lane}: the ${state.slider} on ${nameOf(square)}`;
        putGrid(figure.firstElementChild as HTMLElement, board, `lane${lane}`, label, {
          label: (at) => (at === square ? state.slider : has(blockers, at) ? "blocker" : "empty"),
          isMovable: (at) => at === square,
          toggle: put,
          move: (_, to) => to !== undefined && put(to),
        });
        figure.lastElementChild!.textContent = `lane ${lane}: ${nameOf(square)} attacks ${describe(set)}`;
      });
      boards.append(...figures.slice(0, count));
      for (const left of figures.slice(count)) left.remove();
      drawRegister(app, state, register);
    },
  };
}

/** The instructions of x86-64 that do an operation on each lane of a register. */
const INSTRUCTIONS: Record<string, string> = {
  and: "vpand", or: "vpor", xor: "vpxor", add: "vpaddq", subtract: "vpsubq",
  shift_left: "vpsllq", shift_right: "vpsrlq", swap_bytes: "vpshufb",
};

/** Draws an instruction: the registers that it reads and the one that it writes, lane by lane. */
function drawRegister(app: App, state: State, place: HTMLElement): void {
  const { length } = state.lanes;
  const all = state.lanes.map((square) => {
    const explained = explain(app, { ...state, square });
    const steps = flatten(explained);
    return steps.map((step, at) => ({ name: step.step.name, row: rowsOf(explained, steps, at).at(-1) }));
  });
  const able = all[0]!.flatMap(({ row }, at) =>
    row && !row.result.isNumber && row.operands.every(({ isNumber }) => !isNumber) ? [at] : [],
  );
  const chosen = able.includes(state.step)
    ? state.step
    : (able.find((at) => all[0]![at]!.row!.op === "subtract") ?? able[0]);
  if (chosen === undefined) return place.replaceChildren();
  const { row, name } = all[0]![chosen]!;
  const { op } = row!;
  const isLogic = ["and", "or", "xor"].includes(op) && length === 8;
  const mnemonic = INSTRUCTIONS[op] && INSTRUCTIONS[op] + (isLogic ? "q" : "");
  const said = mnemonic ? words.one(mnemonic, length) : words.several(op, length);
  const register = (sign: string, own: string, of: (row: Row) => Value): HTMLElement =>
    h("div", { class: "register" },
      h("b", {}, `${sign} ${own}`),
      ...all.map((lane) => {
        const { bits } = of(lane[chosen]!.row!);
        return drawSmall([["ones", bits]], `${own}: ${describe(bits)}`);
      }),
    );
  const operands = row!.operands.map(({ name: own }, at) =>
    register(at === 0 ? "" : signOf(op), own ?? "", ({ operands }) => operands[at]!),
  );
  const options = able.map((at): [string, string] => [String(at), all[0]![at]!.name]);
  const go = (at: string): void => app.store.set({ step: Number(at) });
  replace(
    place, select(words.instruction, options, String(chosen), go),
    h("p", { class: "sentence" }, said), ...operands, register("=", name, ({ result }) => result),
  );
}
