/** All steps of a technique as a row of small boards, by section. */

import { drawSmall } from "../board";
import { h } from "../dom";
import type { FlatStep } from "../operations";
import type { Explained } from "../types";

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Draws the steps; `pick` is called with the number of the step that is clicked. */
export function drawFilm(
  explained: Explained,
  steps: FlatStep[],
  pick?: (step: number) => void,
): HTMLElement {
  const film = h("div", { class: "film" });
  explained.explanation.sections.forEach((section, index) => {
    const list = h("ol", {});
    steps.forEach(({ step, section: own }, number) => {
      if (own === index) list.append(h("li", {}, drawCard(step, number, pick)));
    });
    const text = section.text === "" ? null : h("p", { class: "remark" }, section.text);
    film.append(
      h("section", {}, h("h2", { class: "small-title" }, capitalised(section.title)), text, list),
    );
  });
  return film;
}

function drawCard(
  { name, expression, value, kind }: FlatStep["step"],
  number: number,
  pick?: (step: number) => void,
) {
  const formula = expression === name ? "" : ` = ${expression}`;
  const title = `${name}${formula}`;
  const picture =
    kind === "board"
      ? drawSmall([["ones", BigInt(value)]], "")
      : h("span", { class: "number" }, BigInt(value).toString());
  if (kind === "board") picture.setAttribute("aria-hidden", "true");
  const body = [picture, h("span", { class: "text" }, h("b", {}, name), formula)];
  return pick
    ? h(
        "button",
        { type: "button", class: "card", "data-step": number, title, click: () => pick(number) },
        ...body,
      )
    : h("div", { class: "card", "data-step": number, title }, ...body);
}

/** Marks the step that is shown and its operands. */
export function markFilm(film: HTMLElement, current: number, operands: ReadonlySet<number>): void {
  for (const card of film.querySelectorAll<HTMLElement>(".card")) {
    const step = Number(card.dataset.step);
    card.classList.toggle("operand", operands.has(step));
    if (step === current) card.setAttribute("aria-current", "step");
    else card.removeAttribute("aria-current");
  }
}
