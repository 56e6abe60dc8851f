/** The board with what can be set on it: the slider, presets, and the 64 bits as numbers. */

import { type App, messageOf, query } from "./app";
import { drawBoard, onBoard } from "./board";
import { button, choice, copy, entry, h, mark, replace, select } from "./dom";
import { moved, putGrid } from "./grid";
import { BOARDS } from "./positions";
import { bit, fromHex, has, hex, nameOf } from "./squares";
import { type State, parseBits } from "./state";
import { type BoardFacts, type Placed, SLIDERS } from "./types";
import { numberingField } from "./views/fields";

export function drawSide(app: App) {
  const place = document.getElementById("board")!;
  const controls = document.getElementById("controls")!;
  const store = app.store;

  // Made once: what is half typed stays.
  const paste = pasteField(app);

  /** Toggles a blocker; the slider's own square has none to see. */
  const toggle = (square: number): void => {
    if (square !== store.state.square) store.set({ occupied: store.state.occupied ^ bit(square) });
  };
  const move = (from: number, to: number | undefined): void => {
    const { square, occupied } = moved(store.state, from, to);
    store.set({ square, occupied });
  };

  const drawMain = (state: State, facts: BoardFacts): void => {
    const attacks = fromHex(facts.attacks);
    const blockers = state.occupied & ~bit(state.square);
    const shown = onBoard(state, attacks, fromHex(facts.lines));
    const board = drawBoard({ ...shown, numbering: state.numbering }, "");
    putGrid(place, board, "main", `The board: a ${state.slider} on ${nameOf(state.square)}`, {
      label: (square) => {
        if (square === state.square) return state.slider;
        const attacked = has(attacks, square) ? ", attacked" : "";
        return (has(blockers, square) ? "blocker" : "empty") + attacked;
      },
      isMovable: (square) => square === state.square || has(blockers, square),
      toggle,
      enter: (square) => move(state.square, square),
      move,
    });
  };

  const drawControls = (state: State, facts: BoardFacts): void => {
    const presets = ["", ...BOARDS.map(({ name }) => name)].map((name): [string, string] => [name, name || "Choose …"]);
    const preset = (name: string): void => {
      const found = BOARDS.find((board) => board.name === name);
      if (found) store.set({ square: found.square, occupied: found.occupied & ~bit(found.square) });
    };
    const parts = h("div", { class: "more" },
      h("div", { class: "pick" }, select("Board", presets, presetOf(state), preset), numberingField(app)),
      paste,
      numbers(state, facts),
      h("p", { class: "hint" },
        "Click a square for a blocker; drag blockers and the slider. Keys: arrows, space for a blocker, enter for the slider.",
      ),
    );
    // What a small screen has no room for is folded.
    const toggle = (): void => void (isMoreShown = more.open);
    const more = h("details", { open: isMoreShown, toggle }, h("summary", {}, "Boards and numbers"), parts);
    replace(controls,
      choice(
        "Slider", SLIDERS.map((slider) => [slider, slider]), state.slider,
        (slider) => store.set({ slider }),
      ),
      more,
    );
  };

  return {
    update(state: State, before: State | undefined): void {
      const parts = ["slider", "square", "occupied", "numbering"] as const;
      const isSame = parts.every((part) => state[part] === before?.[part]);
      if (isSame && place.childElementCount > 0) return;
      const facts = app.engine.ask<BoardFacts>({ ask: "board", ...query(state) });
      drawMain(state, facts);
      drawControls(state, facts);
    },
  };
}

/** A field that takes a FEN, or 64 bits in any form. */
function pasteField(app: App): HTMLElement {
  const set = (text: string): void => {
    if (text === "") return;
    const bits = parseBits(text);
    try {
      // The pieces alone will do.
      const fen = text.includes(" ") ? text : `${text} w - - 0 1`;
      const occupied = bits ?? fromHex(app.engine.ask<Placed>({ ask: "placed", fen }).occupied);
      mark(input, undefined);
      app.store.set({
        occupied: occupied & ~bit(app.store.state.square),
        ...(bits === undefined ? { fen } : {}),
      });
    } catch (error) {
      mark(input, `This is neither 64 bits nor a FEN: ${messageOf(error)}.`);
    }
  };
  const more = { placeholder: "a FEN, 0x1234, or 64 bits", maxlength: 200 };
  const { input, parts } = entry("Paste occupied squares", more, "Set", set);
  return h("div", { class: "pick" }, ...parts);
}

/** The occupied squares as numbers, each with a button that copies it. */
function numbers(state: State, facts: BoardFacts): HTMLElement {
  const forms: [string, string][] = [
    ["hexadecimal", hex(state.occupied)],
    ["attacks", facts.attacks],
    ["decimal", facts.decimal],
    ["a8 = 0", facts.a8],
    ["binary", facts.binary.replace(/.{8}(?=.)/g, "$&_")],
  ];
  const list = (shown: typeof forms): HTMLElement => h("dl", { class: "numbers" },
    ...shown.flatMap(([name, text]) => [
      h("dt", {}, name),
      h("dd", {}, h("code", {}, text), button("Copy", () => void copy(text, name), { "aria-label": `Copy ${name}` })),
    ]),
  );
  const others = h("details", {}, h("summary", {}, "Decimal, a8 = 0 and binary"), list(forms.slice(2)));
  return h("div", {}, list(forms.slice(0, 2)), others);
}

/** Returns the name of the preset that is on the board. */
const presetOf = (state: State): string =>
  BOARDS.find(({ square, occupied }) => square === state.square && (occupied & ~bit(square)) === state.occupied)?.name ?? "";

/** Shown where there is room, until the visitor says otherwise. */
let isMoreShown = innerWidth > 820;
