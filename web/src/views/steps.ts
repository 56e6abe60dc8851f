/** The steps of a technique: one large, all small, and the way through them. */

import {
  type App, type ViewPart, changesOf, costsOf, explain, explainChanged, isNewQuery, number, speedOf,
  techniqueOf,
} from "../app";
import { describe } from "../board";
import { alarm, announce, button, h, notify, replace, select } from "../dom";
import { type FlatStep, flatten, rowsOf, signOf } from "../operations";
import { type FormulaPicture, drawFormula, drawStep } from "../formula";
import type { State } from "../state";
import type { Changeable, Explained } from "../types";
import { isCalm } from "../story/running";
import { page, steps as words, times } from "../texts/en";
import { drawCode } from "./code";
import { techniqueField, transport } from "./fields";
import { drawFilm, markFilm, redrawFilm } from "./film";

/** How long a step stays when the steps are played, in milliseconds. */
const STAY = 900;

export function stepsView(app: App): ViewPart {
  const bar = transport("Steps", (step) => byHand(step), () => current());
  const head = h("div", { class: "technique" });
  const filmPlace = h("div", {});
  const article = h("div", { class: "article" });
  const change = h("div", { class: "change" });
  const place = h("div", { class: "stage-place" });
  const wholePlace = h("div", { class: "formula-place" });
  const code = drawCode(app);
  const parts = [head, change, bar.element, place, wholePlace, code.element, filmPlace, article];
  const element = h("div", { class: "view steps" }, ...parts);
  let explained: Explained;
  /** The same without the changed operator, if one is changed. */
  let right: Explained | undefined;
  let steps: FlatStep[] = [];
  let formula: FormulaPicture | undefined;
  /** The formula of the section, and its last step. */
  let whole: FormulaPicture | undefined;
  let wholeOf = -1;
  let isRunning = false;
  /** The number of the last run: an older one ends when it looks. */
  let turn = 0;

  const current = (): number => Math.min(app.store.state.step, steps.length - 1);
  const go = (step: number): void => {
    app.store.set({ step: Math.max(0, Math.min(step, steps.length - 1)) });
  };
  const halt = (): void => {
    isRunning = false;
    turn += 1;
    formula?.stop();
  };
  const byHand = (step: number): void => {
    halt();
    go(step);
  };

  /** The operations of the step that is shown. */
  const nodes = (): number[] => rowsOf(explained, steps, current()).map(({ node }) => node!);
  const run = async (): Promise<void> => {
    if (isRunning) {
      halt();
      return drawBar();
    }
    isRunning = true;
    const own = ++turn;
    if (current() >= steps.length - 1) go(0);
    drawBar();
    while (await formula!.play(nodes())) {
      await new Promise((resolve) => setTimeout(resolve, STAY));
      if (own !== turn || current() >= steps.length - 1) break;
      go(current() + 1);
    }
    if (own !== turn) return;
    isRunning = false;
    drawBar();
  };

  const playButton = button("", () => void run(), { class: "primary" });
  const bits = button(
    "Animate bits",
    () => {
      halt();
      drawBar();
      const still = !formula!.moves(nodes()) ? words.still : isCalm() ? words.calm : undefined;
      if (still) notify(still);
      void formula!.play(nodes());
    },
    { title: "Show this step bit by bit" },
  );
  const first = button("«", () => byHand(0), { "aria-label": "First step", class: "to-first" });
  const end = button("»", () => byHand(steps.length - 1), { "aria-label": "Last step", class: "to-last" });
  const { element: way, back, forward, range, count } = bar;
  way.append(first, back, playButton, forward, end, range, count, bits);

  const drawBar = (): void => {
    const at = current();
    bar.show(at, steps.length - 1, steps[at]!.step.name);
    playButton.textContent = isRunning ? "Pause" : "▶ Play";
    playButton.ariaLabel = isRunning ? "Pause" : "Play all steps";
  };

  /** Returns the squares in which an operation's result differs from the right one. */
  const wrongIn = (node: number): bigint => {
    if (!right) return 0n;
    const [own, other] = [explained, right].map(({ operations }) => BigInt(`0x${operations[node]!.value}`));
    return own! ^ other!;
  };

  /** Returns a list of the operators that may stand in the place of one. */
  const operatorsOf = (node: number): HTMLElement | undefined => {
    const own = changes().find((changeable) => changeable.node === node);
    if (!own) return undefined;
    const { op } = (right ?? explained).operations[node]!;
    const [changed, now] = app.store.state.change.split(":");
    return select("Operator",
      [["", signOf(op)], ...own.operations.map((name): [string, string] => [name, signOf(name)])],
      Number(changed) === node ? (now ?? "") : "",
      (name) => app.store.set({ change: name === "" ? "" : `${node}:${name}` }),
    );
  };
  let known: { of: Explained; changes: Changeable[] } | undefined;
  const changes = (): Changeable[] => {
    if (known?.of !== (right ?? explained))
      known = { of: right ?? explained, changes: changesOf(app, app.store.state) };
    return known.changes;
  };

  /** Says which operator is changed. */
  const drawChange = (state: State): void => {
    if (state.change === "") return change.replaceChildren();
    if (!right) return change.replaceChildren(alarm(words.noChange));
    const [node, op] = state.change.split(":");
    const own = signOf(right.operations[Number(node)]!.op);
    const result = steps.find(({ step }) => step.name === `${state.slider}_attacks`);
    const wrong = result ? wrongIn(result.node) : 0n;
    const said =
      wrong === 0n ? "On this board the attacks are right." : `The attacks are wrong on ${describe(wrong)}.`;
    replace(
      change, h("p", {}, `Changed: ${signOf(op!)} stands in the place of ${own}. ${said} `),
      button("Put it back", () => app.store.set({ change: "" })),
    );
  };

  /** Draws the formula of the step's section, if it is another one, and marks the step in it. */
  const showSection = (at: number): void => {
    const { section } = steps[at]!;
    const last = steps.reduce((last, step, at) => (step.section === section ? at : last), at);
    const isInput = steps[last]!.step.expression === steps[last]!.step.name;
    if (last !== wholeOf) {
      const shown = { explained, steps, indexes: [last] };
      const options = { jump: byHand, wrong: wrongIn, isMap: true };
      whole = isInput ? undefined : drawFormula(shown, app.store.state.square, options);
      replace(wholePlace, whole?.text ?? "", whole?.rest ?? "");
    }
    wholeOf = last;
    whole?.mark(at);
  };

  const showStep = (): void => {
    const at = current();
    const board = (): Element | null => document.querySelector("#board svg");
    const options = { jump: byHand, wrong: wrongIn, more: operatorsOf, board };
    const drawn = drawStep({ explained, steps, right }, at, app.store.state.square, options);
    formula = drawn.formula;
    replace(place, drawn.element);
    if (innerWidth <= 820) formula.mark(at); // The boards are a strip.
    showSection(at);
    const rows = rowsOf(explained, steps, at);
    const operands = rows.flatMap((row) => row.operands.flatMap(({ step }) => step ?? []));
    code.update(app.store.state, at, right !== undefined);
    markFilm(filmPlace, at, new Set(operands.filter((step) => step !== at)));
    drawBar();
    const { name, expression, value } = steps[at]!.step;
    announce(`Step ${at + 1}: ${name} = ${expression}, ${value}`);
  };

  const drawHead = (state: State): void => {
    const technique = techniqueOf(app, state.technique);
    const costs = costsOf(technique, state);
    const all = app.techniques.map(({ id }) => id);
    const beside = (way: number): string =>
      all[(all.indexOf(technique.id) + way + all.length) % all.length]!;
    const pick = (id: string): void => {
      halt();
      // Its first operation: what is given says little of a technique.
      const explained = explain(app, app.store.state, id);
      const all = flatten(explained);
      const step = all.findIndex((_, at) => rowsOf(explained, all, at).length > 0);
      app.store.set({ technique: id, step: Math.max(0, step) });
    };
    const fact = (value: string, name: string, title?: string): HTMLElement =>
      h("div", { title }, h("dt", {}, name), h("dd", {}, value));
    replace(head,
      h("div", { class: "pick beside" },
        button("‹", () => pick(beside(-1)), { "aria-label": "Technique before" }),
        techniqueField(app, pick),
        button("›", () => pick(beside(1)), { "aria-label": "Next technique" }),
      ),
      h("p", { class: "origin" }, `${technique.inventors.join(" and ")}, ${technique.year} · ${technique.family}`),
      h("dl", { class: "facts" },
        fact(number(costs.operations), "operations"),
        ...timesOf(app, technique.id, state).map((time) => fact(...time)),
        fact(number(costs.chain), "longest chain"),
        fact(number(costs.lookups), "look-ups"),
        fact(number(costs.multiplications), "multiplications"),
        fact(bytes(technique.table_bytes), "tables"),
      ),
    );
  };

  return {
    element,
    update(state, before) {
      if (isNewQuery(state, before) || !explained || state.change !== before?.change) {
        halt();
        const plain = explain(app, state);
        const changed = explainChanged(app, state, plain);
        explained = changed ?? plain;
        right = changed && plain;
        wholeOf = -1;
        const shown = steps;
        steps = flatten(explained);
        if (!redrawFilm(filmPlace, shown, steps, byHand, wrongIn)) {
          filmPlace.replaceChildren(drawFilm(explained, steps, byHand, wrongIn, app.facts.code?.[state.technique]));
        }
        drawChange(state);
        if (state.technique !== before?.technique || state.slider !== before?.slider) {
          drawHead(state);
          drawArticle(app, state.technique, article);
        }
      }
      showStep();
    },
    leave: halt,
  };
}

/** Writes what the docs say of a technique: HTML made from them when the page was built. */
function drawArticle(app: App, id: string, place: HTMLElement): void {
  const technique = techniqueOf(app, id);
  const text = app.facts.articles[id];
  const link = h("a", { class: "to-page", href: `techniques/${id}/index.html` }, page(technique.name));
  place.replaceChildren(h("h2", {}, technique.name), h("p", {}, link));
  const { summary, idea: Idea, formula: Formula, origin: Origin } = text ?? {};
  for (const [title, html] of Object.entries({ "": summary, Idea, Formula, Origin })) {
    if (!html) continue;
    const part = h("div", { class: title === "" ? "lead" : "part" });
    part.innerHTML = html;
    place.append(...(title === "" ? [] : [h("h3", {}, title)]), part);
  }
  const tables = technique.tables.map((table) => `${table.name} (${bytes(table.bytes)})`).join(", ");
  const needs = technique.needs.join(", ");
  place.append(
    h("h3", {}, "Tables and instructions"),
    h("p", {}, `Tables: ${tables || "none"}. Useful instructions: ${needs || "none"}.`),
  );
}

/** Returns how long a query takes, each with its name: on plain words, and on the quickest ones. */
function timesOf(app: App, id: string, state: State): [value: string, name: string, title: string][] {
  const own = speedOf(app, id, state);
  const { speeds } = app.facts;
  if (!own || !speeds) return [];
  const title = times.title(speeds.record, speeds.cpu);
  const plain: [string, string, string] = [String(own.plain), times.plain(speeds.processor), title];
  return own.word === "u64" ? [plain] : [plain, [String(own.best), times.best(own.word), title]];
}

export const bytes = (count: number): string =>
  count < 1024 ? `${count} B` : `${number(Math.round(count / 102.4) / 10)} KiB`;
