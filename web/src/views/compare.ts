/** Two techniques on the same board, at the same step. */

import { type App, type ViewPart, costsOf, explain, isNewQuery, number, speedOf, techniqueOf } from "../app";
import { h, replace } from "../dom";
import { flatten } from "../operations";
import { drawStep } from "../formula";
import type { State } from "../state";
import { compare as words, times } from "../texts/en";
import type { Speed, Speeds } from "../types";
import { costTable } from "./costs";
import { type Side, counterpart, titlesOfBoth } from "./counterpart";
import { drawPart, markFilm } from "./film";
import { techniqueField, transport } from "./fields";
import { bytes } from "./steps";

/** Writes the times of a technique. A program for any processor has no instruction to extract bits. */
function timeOf(needs: string[], { plain, best, word }: Speed, { processor }: Speeds): string {
  const where = needs.includes("bit extraction") ? times.without(processor) : processor;
  return word === "u64" ? times.plainSide(plain, where) : times.bothSides(plain, where, best, word);
}

/** The two techniques: the fields of the state that name them. */
const FIELDS = ["technique", "other"] as const;

export function compareView(app: App): ViewPart {
  const bar = transport(words.steps, (step) => go(step), () => current()[0]);
  const sides = h("div", { class: "sides" });
  const stages = h("div", { class: "sides stages" });
  const parts = h("div", { class: "sides parts-of-both" });
  const table = costTable(app);
  const element = h("div", { class: "view compare" },
    h("div", { class: "compared" },
      sides,
      h("div", { class: "beside-each-other" }, bar.element, stages),
      parts,
    ),
    h("h2", {}, words.all),
    table.element,
  );
  let both: [Side, Side];
  /** The step of the other technique that was picked, as long as the first one's stays. */
  let picked: { step: number; other: number } | undefined;

  /** The steps that are shown. */
  const current = (): [number, number] => {
    const [left, right] = both;
    const step = Math.min(app.store.state.step, left.steps.length - 1);
    const other = picked?.step === step ? picked.other : counterpart(left, step, right);
    return [step, other];
  };
  const go = (step: number): void => {
    picked = undefined;
    app.store.set({ step: Math.max(0, Math.min(step, both[0].steps.length - 1)) });
  };
  const pickOther = (other: number): void => {
    const step = counterpart(both[1], other, both[0]);
    picked = { step, other };
    if (step === app.store.state.step) drawSteps();
    else app.store.set({ step });
  };

  const drawHead = (state: State, field: (typeof FIELDS)[number]): HTMLElement => {
    const technique = techniqueOf(app, state[field]);
    const costs = costsOf(technique, state);
    const speed = speedOf(app, technique.id, state);
    const { speeds } = app.facts;
    return h("section", { class: "side" },
      techniqueField(
        app, (id) => app.store.set({ [field]: id, ...(field === "technique" ? { step: 0 } : {}) }),
        [words[field], technique.id],
      ),
      h("p", { class: "sums" },
        words.costs(number(costs.operations), costs.chain, bytes(technique.table_bytes)),
      ),
      speed && speeds
        ? h("p", { class: "sums", title: times.title(speeds.record, speeds.cpu) }, timeOf(technique.needs, speed, speeds))
        : null,
    );
  };

  const drawSteps = (): void => {
    const shown = current();
    const [step] = shown;
    const last = both[0].steps.length - 1;
    bar.show(step, last, both[0].steps[step]!.step.name);
    const picks = [go, pickOther];
    const { square } = app.store.state;
    const drawn = both.map(({ explained, steps }, side) =>
      drawStep({ explained, steps }, shown[side]!, square, { jump: picks[side]! }).element,
    );
    replace(stages, ...drawn);
    [...parts.querySelectorAll<HTMLElement>("[data-side]")].forEach((part) =>
      markFilm(part, shown[Number(part.dataset.side)]!, new Set()),
    );
  };

  /** Draws the steps of both, those of a line beside each other. */
  const drawParts = (): void => {
    const picks = [go, pickOther];
    const rows = titlesOfBoth(...both).flatMap((title) =>
      both.map(({ explained, steps }, side) => {
        const { sections } = explained.explanation;
        const at = sections.findIndex((section) => section.title === title);
        const part = at < 0 ? null : drawPart(explained, steps, at, picks[side]!);
        return h("div", { class: "film", "data-side": side, "data-title": title }, part);
      }),
    );
    replace(parts, ...rows);
  };

  return {
    element,
    update(state, before) {
      if (isNewQuery(state, before) || state.other !== before?.other || sides.childElementCount === 0) {
        picked = undefined;
        both = FIELDS.map((field) => {
          const explained = explain(app, state, state[field]);
          return { explained, steps: flatten(explained) };
        }) as [Side, Side];
        replace(sides, ...FIELDS.map((field) => drawHead(state, field)));
        drawParts();
        table.update(state);
      }
      drawSteps();
    },
  };
}
