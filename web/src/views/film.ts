/** All steps of a technique as a row of small boards, by section. */

import { describe, drawSmall, pathOf } from "../board";
import { h } from "../dom";
import { type FlatStep, isFound } from "../operations";
import { film, machine as words } from "../texts/en";
import type { Explained, Machine } from "../types";

/**
 * Draws the steps; `pick` is called with the number of the step that is clicked. `wrong` gives the
 * squares in which a value differs from the right one.
 */
export function drawFilm(
  explained: Explained, steps: FlatStep[], pick: (step: number) => void,
  wrong: (node: number) => bigint = () => 0n, codeBytes?: number,
): HTMLElement {
  const sections = explained.explanation.sections.map((_, index) =>
    drawPart(explained, steps, index, pick, wrong),
  );
  return h("div", { class: "film" }, h("p", { class: "hint" }, words.about(codeBytes)), ...sections);
}

/**
 * Puts the values of the same steps on another board in the place of a film's, as most of a film stays:
 * to draw and lay out all of it takes most of the time of a changed board. Returns whether the steps
 * are the same; if not, nothing is done.
 */
export function redrawFilm(
  film: HTMLElement, before: FlatStep[], steps: FlatStep[], pick: (step: number) => void,
  wrong: (node: number) => bigint,
): boolean {
  const form = ({ step, section }: FlatStep): string =>
    [section, step.kind, step.name, step.expression].join("\n");
  if (before.length !== steps.length) return false;
  if (steps.some((step, number) => form(step) !== form(before[number]!))) return false;
  film.querySelectorAll(".card").forEach((card, number) => {
    const { step, node, machine } = steps[number]!;
    const isMarked = wrong(node) !== 0n || card.querySelector(".fault, .wrong") !== null;
    if (!isMarked && step.value === before[number]!.step.value) return;
    const ones = card.querySelector(".ones");
    // A path alone needs no new layout.
    if (ones && !isMarked) ones.setAttribute("d", pathOf(BigInt(step.value)));
    else card.replaceWith(drawCard(step, number, wrong(node), pick, machine));
  });
  return true;
}

/** Draws the steps of one section. */
export function drawPart(
  explained: Explained, steps: FlatStep[], index: number, pick: (step: number) => void,
  wrong: (node: number) => bigint = () => 0n,
): HTMLElement {
  const { title, text } = explained.explanation.sections[index]!;
  const list = h("ol", {});
  steps.forEach(({ step, section, node, machine }, number) => {
    const place = { "data-chain": machine?.chain && words.places(machine) };
    if (section === index) list.append(h("li", place, drawCard(step, number, wrong(node), pick, machine)));
  });
  const remark = text === "" ? null : h("p", { class: "remark" }, text);
  const heading = title.charAt(0).toUpperCase() + title.slice(1);
  const look = { class: isFound(explained, index) && "found" };
  return h("section", look, h("h2", { class: "small-title" }, heading), remark, list);
}

function drawCard(
  { name, expression, value, kind }: FlatStep["step"], number: number, wrong: bigint,
  pick: (step: number) => void, machine?: Machine,
) {
  const formula = expression === name ? "" : ` = ${expression}`;
  const said = wrong === 0n ? "" : kind === "board" ? ` · ${film.wrong(describe(wrong))}` : ` · ${film.wrongNumber}`;
  const title = `${name}${formula}${said}`;
  const picture =
    kind === "board"
      ? drawSmall([["ones", BigInt(value)], ...(wrong === 0n ? [] : [["fault", wrong] as [string, bigint]])], "")
      : h("span", { class: wrong === 0n ? "number" : "number wrong" }, BigInt(value).toString());
  if (kind === "board") picture.setAttribute("aria-hidden", "true");
  const body = [picture, h("span", { class: "text" }, h("b", {}, name), formula), machine ? h("small", {}, words.short(machine)) : ""];
  const own = { type: "button", class: "card", "data-step": number, title };
  return h("button", { ...own, click: () => pick(number) }, ...body);
}

/** Marks the step that is shown and its operands. */
export function markFilm(film: HTMLElement, current: number, operands: ReadonlySet<number>): void {
  for (const card of film.querySelectorAll<HTMLElement>(".card")) {
    const step = Number(card.dataset.step);
    card.classList.toggle("operand", operands.has(step));
    card.ariaCurrent = step === current ? "step" : null;
  }
}
