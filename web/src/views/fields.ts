/** Fields that several views have. */

import type { App } from "../app";
import type { Numbering } from "../board";
import { button, h, select } from "../dom";
import { POSITIONS } from "../positions";

/** The field of a position: a FEN, or one from the list. */
export function fenField(app: App, fen: string): HTMLElement {
  const input = h("input", {
    type: "text",
    value: fen,
    spellcheck: "false",
    "aria-label": "FEN",
    maxlength: 200,
  });
  const set = (): void => app.store.set({ fen: input.value.trim() });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") set();
  });
  const known = POSITIONS.find(([, other]) => other === fen)?.[1] ?? "";
  return h(
    "div",
    { class: "fen" },
    select(
      "Position",
      [["", "From a FEN"], ...POSITIONS.map(([name, fen]): [string, string] => [fen, name])],
      known,
      (value) => {
        if (value !== "") app.store.set({ fen: value });
      },
    ),
    h("label", { class: "field wide" }, h("span", {}, "FEN"), input),
    button("Set", set),
  );
}

/** The choice of the numbers on the squares. */
export const numberingField = ({ store }: App): HTMLElement =>
  select(
    "Square numbers",
    [["none", "none"], ["a1", "a1 = 0"], ["a8", "a8 = 0"]],
    store.state.numbering,
    (numbering) => store.set({ numbering: numbering as Numbering }),
  );
