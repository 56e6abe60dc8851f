/** A formula that the reader types: proved or refuted at once, and drawn token by token. */

import type { App } from "../app";
import { button, entry, h, mark, replace } from "../dom";
import { Fault, LONGEST, check, explainFormulas, linesOf, parse } from "../expression";
import { drawFormula } from "../formula";
import { bit } from "../squares";
import type { State } from "../state";
import { type Attacks, loadAttacks } from "../story/library";
import { own as words } from "../texts/en";
import { SLIDERS, type Slider } from "../types";
import { drawWrong } from "./proof";

/** Makes the field, and returns what draws its answer for a state. */
export function ownFormula(app: App): { element: HTMLElement; update(state: State): void } {
  const answer = h("div", { "aria-live": "polite" });
  const set = (formula: string): void => {
    app.store.set({ formula });
    if (formula === "") mark(input, words.empty);
  };
  const more = { autocomplete: "off", maxlength: LONGEST, placeholder: words.example };
  const { input, parts } = entry(words.label, more, words.prove, set, { class: "primary" });
  const examples = words.examples.map(([name, formula]) =>
    button(name, () => set(formula), { title: formula }),
  );
  const element = h("div", { class: "own-formula" },
    h("h2", {}, words.title),
    h("p", {}, words.about),
    h("div", { class: "pick" }, ...parts),
    h("div", { class: "pick" }, ...examples),
    answer,
  );
  let loaded: Promise<Attacks> | undefined;
  let shown: string | undefined;

  const draw = (state: State, attacks: Attacks): void => {
    const attacksOf = (slider: Slider, square: number, occupied: bigint): bigint =>
      BigInt.asUintN(64, attacks(SLIDERS.indexOf(slider), square, occupied));
    const formula = parse(state.formula);
    const { is, cases, wrong } = check(formula, attacksOf);
    answer.className = "verdict";
    answer.dataset.state = is ? "right" : "wrong";
    const empty = (slider: Slider): bigint => attacksOf(slider, state.square, 0n);
    const lines = linesOf(state.square, [empty("rook"), empty("bishop")]);
    const line = lines[state.slider === "rook" ? 1 : 2]![1];
    const letters = wrong?.letters ?? { o: state.occupied & line, r: bit(state.square), line };
    const square = wrong?.square ?? state.square;
    const picture = drawFormula(explainFormulas([formula], letters), square);
    const put = wrong && { square, occupied: letters.o, slider: wrong.slider };
    replace(
      answer, h("p", {}, is ? words.is[is](cases) : words.wrong(cases)),
      ...(wrong ? drawWrong(wrong, letters.o, () => app.store.set(put!)) : []), picture.element,
    );
  };
  return {
    element,
    update(state) {
      // What is typed and not yet proved stays when another part of the state changes.
      if (shown !== state.formula) input.value = shown = state.formula;
      mark(input, undefined);
      answer.className = "";
      delete answer.dataset.state;
      answer.replaceChildren();
      if (state.formula === "") return;
      try {
        parse(state.formula);
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        return mark(input, fault.message);
      }
      loaded ??= loadAttacks();
      loaded.then((attacks) => {
        if (app.store.state.formula === state.formula) draw(state, attacks);
      }, () => {
        loaded = undefined;
        mark(input, words.missing);
      });
    },
  };
}
