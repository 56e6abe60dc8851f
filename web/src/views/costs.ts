/** A table of all techniques with their costs, which sorts by each column. */

import { type App, costsOf, number, speedOf } from "../app";
import { button, h } from "../dom";
import type { State } from "../state";
import { compare as words } from "../texts/en";
import type { Technique } from "../types";

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
  (app.facts.speeds ? (["plain", "best"] as const) : []).map((field) => ({
    name: words.columns[field](app.facts.speeds!.processor),
    of: ({ id }, state) => speedOf(app, id, state)?.[field],
    show: String,
  }));

/** Makes the table, which is drawn for a state; at first it is sorted by time, or by operations without a record. */
export function costTable(app: App) {
  const columns = columnsOf(app);
  const table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": words.all });
  const best = columns.findIndex(({ name }) => name === words.columns.best());
  let sorted = { column: best < 0 ? 3 : best, isUp: true };

  const drawTable = (state: State): void => {
    const key = columns[sorted.column]!;
    const rows = [...app.techniques].sort((a, b) => {
      const [x, y] = [key.of(a, state), key.of(b, state)];
      // What has no time stands last.
      if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
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
      const order = isOwn ? (sorted.isUp ? "ascending" : "descending") : "none";
      return h("th", { scope: "col", "aria-sort": order }, button(name + arrow, () => sort(column)));
    });
    const body = rows.map((technique) => {
      const cells = columns.map((column, index) => {
        const value = column.of(technique, state);
        if (index === 0) {
          const open = (): void =>
            app.store.set({ technique: technique.id, view: "steps", step: 0 });
          return h("th", { scope: "row" }, button(String(value), open, { class: "link" }));
        }
        const text = typeof value === "number" ? (column.show ?? number)(value) : (value ?? "");
        return h("td", { class: typeof value === "number" ? "figure" : undefined }, text);
      });
      const isShown = [state.technique, state.other].includes(technique.id);
      return h("tr", { class: isShown ? "shown" : undefined }, ...cells);
    });
    table.replaceChildren(
      h("table", {},
        h("caption", {}, words.caption(state.slider, app.facts.speeds)),
        h("thead", {}, h("tr", {}, ...heads)),
        h("tbody", {}, ...body),
      ),
    );
  };

  return { element: table, update: drawTable };
}
