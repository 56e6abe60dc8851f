/** The steps of a technique: one large, all small, and the way through them. */

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
import { announce, button, h, select } from "../dom";
import { type FlatStep, flatten, rowsOf } from "../operations";
import { type Playing, drawStage } from "../stage";
import type { State } from "../state";
import type { Explained } from "../types";
import { drawFilm, markFilm } from "./film";

/** How long a step stays when the steps are played, in milliseconds. */
const STAY = 900;

export function stepsView(app: App): ViewPart {
  const head = h("div", { class: "technique" });
  const bar = h("div", { class: "transport", role: "group", "aria-label": "Steps" });
  const place = h("div", {});
  const filmPlace = h("div", {});
  const article = h("div", { class: "article" });
  const element = h("div", { class: "view steps" }, head, bar, place, filmPlace, article);
  let explained: Explained;
  let steps: FlatStep[] = [];
  let film: HTMLElement;
  let stage: ReturnType<typeof drawStage>;
  let playing: Playing | undefined;
  let isRunning = false;

  const current = (): number => Math.min(app.store.state.step, steps.length - 1);
  const go = (step: number): void => {
    app.store.set({ step: Math.max(0, Math.min(step, steps.length - 1)) });
  };
  const halt = (): void => {
    isRunning = false;
    playing?.stop();
    playing = undefined;
  };
  const byHand = (step: number): void => {
    halt();
    go(step);
  };

  const animate = async (): Promise<boolean> => {
    playing?.stop();
    const own = (playing = stage.play());
    const isDone = await own.done;
    if (playing === own) playing = undefined;
    return isDone;
  };
  const run = async (): Promise<void> => {
    if (isRunning) {
      halt();
      return drawBar();
    }
    isRunning = true;
    if (current() >= steps.length - 1) go(0);
    drawBar();
    while (isRunning) {
      if (!(await animate()) || !isRunning) break;
      await new Promise((resolve) => setTimeout(resolve, STAY));
      if (!isRunning || current() >= steps.length - 1) break;
      go(current() + 1);
    }
    isRunning = false;
    drawBar();
  };

  const drawBar = (): void => {
    const at = current();
    const last = steps.length - 1;
    const range = h("input", {
      type: "range",
      min: 0,
      max: last,
      value: at,
      "aria-label": "Step",
      "aria-valuetext": `step ${at + 1} of ${steps.length}: ${steps[at]!.step.name}`,
      input: () => byHand(Number(range.value)),
    });
    const hadFocus = bar.contains(document.activeElement) ? document.activeElement : null;
    const label = hadFocus?.getAttribute("aria-label");
    bar.replaceChildren(
      button("«", () => byHand(0), { "aria-label": "First step", disabled: at === 0 }),
      button("‹", () => byHand(at - 1), { "aria-label": "Step back", disabled: at === 0 }),
      button(isRunning ? "Pause" : "▶ Play", () => void run(), {
        "aria-label": isRunning ? "Pause" : "Play all steps",
        class: "primary",
      }),
      button("›", () => byHand(at + 1), { "aria-label": "Step forward", disabled: at === last }),
      button("»", () => byHand(last), { "aria-label": "Last step", disabled: at === last }),
      range,
      h("span", { class: "count" }, `${at + 1} / ${steps.length}`),
      button(
        "Animate bits",
        () => {
          halt();
          drawBar();
          void animate();
        },
        { title: "Show this step bit by bit" },
      ),
    );
    if (label) bar.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus();
  };

  const drawStep = (): void => {
    playing?.stop();
    const at = current();
    stage = drawStage(explained, steps, at, byHand);
    place.replaceChildren(stage.stage);
    const operands = rowsOf(explained, steps, at).flatMap((row) =>
      row.operands.map(({ step }) => step),
    );
    markFilm(
      film,
      at,
      new Set(operands.filter((step) => step !== undefined && step !== at) as number[]),
    );
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
      app.store.set({ technique: id, step: 0 });
    };
    const fact = (value: string, name: string): HTMLElement =>
      h("div", {}, h("dt", {}, name), h("dd", {}, value));
    head.replaceChildren(
      h(
        "div",
        { class: "pick beside" },
        button("‹", () => pick(beside(-1)), { "aria-label": "Technique before" }),
        select("Technique", techniqueOptions(app.techniques), technique.id, pick),
        button("›", () => pick(beside(1)), { "aria-label": "Next technique" }),
      ),
      h(
        "p",
        { class: "origin" },
        `${technique.inventors.join(" and ")}, ${technique.year} · ${technique.family}`,
      ),
      h(
        "dl",
        { class: "facts" },
        fact(number(costs.operations), "operations"),
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
      if (isNewQuery(state, before) || !explained) {
        explained = explain(app, state);
        steps = flatten(explained);
        film = drawFilm(explained, steps, byHand);
        filmPlace.replaceChildren(film);
        if (state.technique !== before?.technique || state.slider !== before?.slider) {
          drawHead(state);
          drawArticle(app, state.technique, article);
        }
      }
      drawStep();
    },
    leave: halt,
  };
}

/** Writes what the docs say of a technique: HTML made from them when the page was built. */
function drawArticle(app: App, id: string, place: HTMLElement): void {
  const technique = techniqueOf(app, id);
  const text = app.articles[id];
  place.replaceChildren(h("h2", {}, technique.name));
  const parts: [string, string | undefined][] = [
    ["", text?.summary],
    ["Idea", text?.idea],
    ["Formula", text?.formula],
    ["Origin", text?.origin],
  ];
  for (const [title, html] of parts) {
    if (!html) continue;
    const part = h("div", { class: title === "" ? "lead" : "part" });
    part.innerHTML = html;
    if (title !== "") place.append(h("h3", {}, title));
    place.append(part);
  }
  const tables = technique.tables
    .map((table) => `${table.name} (${bytes(table.bytes)})`)
    .join(", ");
  const needs = technique.needs.join(", ");
  place.append(
    h("h3", {}, "Tables and instructions"),
    h("p", {}, `Tables: ${tables || "none"}. Useful instructions: ${needs || "none"}.`),
  );
}

export const bytes = (count: number): string =>
  count < 1024 ? `${count} B` : `${number(Math.round(count / 102.4) / 10)} KiB`;
