/** Fields that several views have. */

import type { Numbering } from "../board";
import { button, entry, h, select } from "../dom";
import { RULES, type Rules } from "../state";
import { compare as words, rules } from "../texts/en";
import { type App, techniqueOf, techniqueOptions } from "../app";
import { POSITIONS } from "../positions";

/** The field of a position: a FEN, or one from the list. */
export function fenField(app: App, fen: string): HTMLElement {
  const typed = entry("FEN", { value: fen, maxlength: 200 }, "Set", (fen) => app.store.set({ fen }));
  const known = POSITIONS.find(([, other]) => other === fen)?.[1] ?? "";
  return h("div", { class: "fen" },
    select("Position",
      [["", "From a FEN"], ...POSITIONS.map(([name, fen]): [string, string] => [fen, name])],
      known,
      (value) => {
        if (value !== "") app.store.set({ fen: value });
      },
    ),
    ...typed.parts,
  );
}

/** The choice of the numbers on the squares. */
export const numberingField = ({ store }: App): HTMLElement =>
  select(
    "Square numbers", [["none", "none"], ["a1", "a1 = 0"], ["a8", "a8 = 0"]], store.state.numbering,
    (numbering) => store.set({ numbering: numbering as Numbering }),
  );

/** The choice of the rules by which castling rights are read. */
export const rulesField = ({ store }: App): HTMLElement =>
  select(rules.label, RULES.map((name) => [name, rules.names[name]]), store.state.rules, (name) =>
    store.set({ rules: name as Rules }),
  );

/** The choice of a technique. */
export const techniqueField = (
  { techniques, store }: App,
  pick = (technique: string): void => store.set({ technique, step: 0 }),
  [label, id] = ["Technique", store.state.technique],
): HTMLElement =>
  select(label!, techniqueOptions(techniques), techniqueOf({ techniques }, id!).id, pick);

/** The way through steps: `go` shows one of them. */
export function transport(label: string, go: (step: number) => void, current: () => number) {
  const back = button("‹", () => go(current() - 1), { "aria-label": words.back });
  const forward = button("›", () => go(current() + 1), { "aria-label": words.forward });
  const range = h("input", {
    type: "range", min: 0, "aria-label": words.step, input: () => go(Number(range.value)),
  });
  const count = h("span", { class: "count" });
  const element = h("div", { class: "transport", role: "group", "aria-label": label });
  element.append(back, range, count, forward);
  const show = (at: number, last: number, name: string): void => {
    // A disabled button would lose the focus.
    for (const way of element.querySelectorAll<HTMLElement>(".to-first, [aria-label='Step back']"))
      way.ariaDisabled = String(at === 0);
    for (const way of element.querySelectorAll<HTMLElement>(".to-last, [aria-label='Step forward']"))
      way.ariaDisabled = String(at === last);
    [range.max, range.value] = [String(last), String(at)];
    range.ariaValueText = words.at(at + 1, last + 1, name);
    count.textContent = `${at + 1} / ${last + 1}`;
  };
  return { element, back, forward, range, count, show };
}
