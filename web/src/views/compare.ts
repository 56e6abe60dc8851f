/** Two techniques on the same board, and a table of all. */

import {
  type App,
  type ViewPart,
  costsOf,
  explain,
  isNewQuery,
  number,
  techniqueOf,
  techniqueOptions,
} from "../app";
import { h, replace, select } from "../dom";
import { flatten } from "../operations";
import type { State } from "../state";
import type { Technique } from "../types";
import { drawFilm } from "./film";
import { bytes } from "./steps";

type Column = {
  name: string;
  of(technique: Technique, state: State): string | number;
  show?(value: number): string;
};

const COLUMNS: Column[] = [
  { name: "technique", of: ({ name }) => name },
  { name: "family", of: ({ family }) => family },
  { name: "year", of: ({ year }) => year, show: String },
  { name: "operations", of: (technique, state) => costsOf(technique, state).operations },
  { name: "chain", of: (technique, state) => costsOf(technique, state).chain },
  { name: "look-ups", of: (technique, state) => costsOf(technique, state).lookups },
  { name: "multiplications", of: (technique, state) => costsOf(technique, state).multiplications },
  { name: "bytes of tables", of: ({ table_bytes }) => table_bytes },
];

export function compareView(app: App): ViewPart {
  const sides = h("div", { class: "sides" });
  const table = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": "All techniques",
  });
  const element = h("div", { class: "view compare" }, sides, h("h2", {}, "All techniques"), table);
  let sorted = { column: 3, isUp: true };

  const drawSide = (state: State, field: "technique" | "other"): HTMLElement => {
    const technique = techniqueOf(app, state[field]);
    const explained = explain(app, state, technique.id);
    const costs = costsOf(technique, state);
    const label = field === "technique" ? "Technique" : "Beside it";
    return h(
      "section",
      { class: "side" },
      select(label, techniqueOptions(app.techniques), technique.id, (id) =>
        app.store.set({ [field]: id, step: 0 }),
      ),
      h(
        "p",
        { class: "sums" },
        `${number(costs.operations)} operations, chain of ${costs.chain}, ${bytes(technique.table_bytes)} of tables`,
      ),
      drawFilm(explained, flatten(explained)),
    );
  };

  const drawTable = (state: State): void => {
    const key = COLUMNS[sorted.column]!;
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
    const heads = COLUMNS.map(({ name }, column) => {
      const isOwn = column === sorted.column;
      const arrow = isOwn ? (sorted.isUp ? " ▲" : " ▼") : "";
      return h(
        "th",
        { scope: "col", "aria-sort": isOwn ? (sorted.isUp ? "ascending" : "descending") : "none" },
        h("button", { type: "button", click: () => sort(column) }, name + arrow),
      );
    });
    const body = rows.map((technique) => {
      const cells = COLUMNS.map((column, index) => {
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
        const text = typeof value === "number" ? (column.show ?? number)(value) : value;
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
        replace(sides, drawSide(state, "technique"), drawSide(state, "other"));
        drawTable(state);
      }
    },
  };
}
