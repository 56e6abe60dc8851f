/** Two techniques on the same board, and a table of all. */

import {
  type App,
  type ViewPart,
  costsOf,
  explain,
  isNewQuery,
  number,
  speedOf,
  techniqueOf,
  techniqueOptions,
} from "../app";
import { button, h, replace, select } from "../dom";
import { flatten } from "../operations";
import { drawStage } from "../stage";
import type { State } from "../state";
import { compare as words, times } from "../texts/en";
import type { Speed, Speeds, Technique } from "../types";
import { type Side, counterpart, titlesOfBoth } from "./counterpart";
import { drawPart, markFilm } from "./film";
import { bytes } from "./steps";

type Column = {
  name: string;
  /** Nothing where the record has no time. */
  of(technique: Technique, state: State): string | number | undefined;
  show?(value: number): string;
};

const columnsOf = (app: App): Column[] => [
  { name: "technique", of: ({ name }) => name },
  { name: "family", of: ({ family }) => family },
  { name: "year", of: ({ year }) => year, show: String },
  { name: "operations", of: (technique, state) => costsOf(technique, state).operations },
  ...timesOf(app),
  { name: "chain", of: (technique, state) => costsOf(technique, state).chain },
  { name: "look-ups", of: (technique, state) => costsOf(technique, state).lookups },
  { name: "multiplications", of: (technique, state) => costsOf(technique, state).multiplications },
  { name: "bytes of tables", of: ({ table_bytes }) => table_bytes },
];

/** The columns of times, if there is a record. */
const timesOf = (app: App): Column[] =>
  app.facts.speeds
    ? (["plain", "best"] as const).map((field) => ({
        name: words.columns[field](app.facts.speeds!.processor),
        of: ({ id }, state) => speedOf(app, id, state)?.[field],
        show: String,
      }))
    : [];

/** Writes the times of a technique. */
const timeOf = ({ plain, best, word }: Speed, { processor }: Speeds): string =>
  word === "u64"
    ? times.plainSide(plain, processor)
    : times.bothSides(plain, processor, best, word);

/** The two techniques: the fields of the state that name them. */
const FIELDS = ["technique", "other"] as const;

export function compareView(app: App): ViewPart {
  const sides = h("div", { class: "sides" });
  const bar = h("div", { class: "transport", role: "group", "aria-label": words.steps });
  const stages = h("div", { class: "sides stages" });
  const parts = h("div", { class: "sides parts-of-both" });
  const table = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": words.all,
  });
  const element = h(
    "div",
    { class: "view compare" },
    h(
      "div",
      { class: "compared" },
      sides,
      h("div", { class: "beside-each-other" }, bar, stages),
      parts,
    ),
    h("h2", {}, words.all),
    table,
  );
  const columns = columnsOf(app);
  let sorted = { column: 3, isUp: true };
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
    return h(
      "section",
      { class: "side" },
      select(words[field], techniqueOptions(app.techniques), technique.id, (id) =>
        app.store.set({ [field]: id, ...(field === "technique" ? { step: 0 } : {}) }),
      ),
      h(
        "p",
        { class: "sums" },
        words.costs(number(costs.operations), costs.chain, bytes(technique.table_bytes)),
      ),
      speed && speeds
        ? h("p", { class: "sums", title: times.title(speeds.record, speeds.cpu) }, timeOf(speed, speeds))
        : null,
    );
  };

  const back = button("‹", () => go(current()[0] - 1), { "aria-label": words.back });
  const forward = button("›", () => go(current()[0] + 1), { "aria-label": words.forward });
  const range = h("input", {
    type: "range",
    min: 0,
    "aria-label": words.step,
    input: () => go(Number(range.value)),
  });
  const count = h("span", { class: "count" });
  bar.append(back, range, count, forward);

  const drawSteps = (): void => {
    const shown = current();
    const [step] = shown;
    const last = both[0].steps.length - 1;
    back.ariaDisabled = String(step === 0);
    forward.ariaDisabled = String(step === last);
    range.max = String(last);
    range.value = String(step);
    const { step: own } = both[0].steps[step]!;
    range.ariaValueText = words.at(step + 1, last + 1, own.name);
    count.textContent = `${step + 1} / ${last + 1}`;
    const picks = [go, pickOther];
    const drawn = both.map(({ explained, steps }, side) =>
      drawStage(explained, steps, shown[side]!, picks[side]!).stage,
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

  const drawTable = (state: State): void => {
    const key = columns[sorted.column]!;
    const rows = [...app.techniques].sort((a, b) => {
      const [x, y] = [key.of(a, state), key.of(b, state)];
      const order =
        typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return sorted.isUp ? order : -order;
    });
    const sort = (column: number): void => {
      sorted = { column, isUp: sorted.column === column ? !sorted.isUp : true };
      drawTable(app.store.state);
      table.querySelectorAll<HTMLElement>("thead button")[column]?.focus();
    };
    const heads = columns.map(({ name }, column) => {
      const isOwn = column === sorted.column;
      const arrow = isOwn ? (sorted.isUp ? " ▲" : " ▼") : "";
      return h(
        "th",
        { scope: "col", "aria-sort": isOwn ? (sorted.isUp ? "ascending" : "descending") : "none" },
        h("button", { type: "button", click: () => sort(column) }, name + arrow),
      );
    });
    const body = rows.map((technique) => {
      const cells = columns.map((column, index) => {
        const value = column.of(technique, state);
        if (index === 0) {
          const open = (): void =>
            app.store.set({ technique: technique.id, view: "steps", step: 0 });
          return h(
            "th",
            { scope: "row" },
            h("button", { type: "button", class: "link", click: open }, String(value)),
          );
        }
        const text = typeof value === "number" ? (column.show ?? number)(value) : (value ?? "");
        return h("td", { class: typeof value === "number" ? "figure" : undefined }, text);
      });
      const isShown = [state.technique, state.other].includes(technique.id);
      return h("tr", { class: isShown ? "shown" : undefined }, ...cells);
    });
    table.replaceChildren(
      h(
        "table",
        {},
        h(
          "caption",
          {},
          `Costs of a ${state.slider} on a plain 64-bit word, counted on the code that runs`,
        ),
        h("thead", {}, h("tr", {}, ...heads)),
        h("tbody", {}, ...body),
      ),
    );
  };

  return {
    element,
    update(state, before) {
      if (
        isNewQuery(state, before) ||
        state.other !== before?.other ||
        sides.childElementCount === 0
      ) {
        picked = undefined;
        both = FIELDS.map((field) => {
          const explained = explain(app, state, state[field]);
          return { explained, steps: flatten(explained) };
        }) as [Side, Side];
        replace(sides, ...FIELDS.map((field) => drawHead(state, field)));
        drawParts();
        drawTable(state);
      }
      drawSteps();
    },
  };
}
