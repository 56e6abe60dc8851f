/** What all views share: the library, the state, the techniques and their articles. */

import type { Engine } from "./engine";
import type { State } from "./state";
import type { Store } from "./store";
import type { Changeable, Explained, Facts, Hex, Speed, Technique } from "./types";
import { fromHex, hex, nameOf } from "./squares";

export type App = { engine: Engine; store: Store; techniques: Technique[]; facts: Facts };

/** A view: draws itself into its place, and is told of each change of the state. */
export interface ViewPart {
  element: HTMLElement;
  update(state: State, before: State | undefined): void;
  /** Called when another view takes its place. */
  leave?(): void;
}

export const techniqueOf = ({ techniques }: Pick<App, "techniques">, id: string): Technique =>
  techniques.find((technique) => technique.id === id) ?? techniques[0]!;

/** Returns the techniques as a list to choose from, by family. */
export const techniqueOptions = (techniques: Technique[]): [string, string, string][] =>
  techniques.map(({ id, name, family }) => [id, name, family]);

/** Returns the part of a request that is a query. */
export function query(state: State, technique = state.technique) {
  const { slider, square, occupied } = state;
  return { technique, slider, square: nameOf(square), occupied: hex(occupied) };
}

export const explain = (app: App, state: State, technique?: string): Explained =>
  app.engine.ask<Explained>({ ask: "explain", ...query(state, technique) });

/** Returns the operators of the technique that can be changed. */
export const changesOf = (app: App, state: State): Changeable[] =>
  app.engine.ask<Changeable[]>({ ask: "changes", ...query(state) });

/** Explains the technique with the operator that the state has changed, or nothing without one. */
export function explainChanged(app: App, state: State, right: Explained): Explained | undefined {
  const [node, operation] = state.change.split(":");
  if (operation === undefined) return undefined;
  let values: Hex[];
  try {
    values = app.engine.ask<Hex[]>({ ask: "changed", query: query(state), node: Number(node), operation });
  } catch {
    return undefined; // This technique's formula has no such operator.
  }
  const operations = right.operations.map((own, at) => ({
    ...own,
    op: at === Number(node) ? operation : own.op,
    value: fromHex(values[at]!).toString(16),
  }));
  const sections = right.explanation.sections.map((section, part) => ({
    ...section,
    steps: section.steps.map((step, place) => ({ ...step, value: values[right.nodes[part]![place]!]! })),
  }));
  return { ...right, operations, explanation: { ...right.explanation, sections } };
}

/** Whether the question that a view asks the library has changed. */
export const isNewQuery = (state: State, before: State | undefined): boolean =>
  (["technique", "slider", "square", "occupied"] as const).some((part) => state[part] !== before?.[part]);

export const costsOf = (technique: Technique, state: State) =>
  technique.costs[["rook", "bishop", "queen"].indexOf(state.slider)]!;

/** Returns how long the state's slider takes with a technique, if the record has it. */
export const speedOf = (app: App, id: string, state: State): Speed | undefined =>
  app.facts.speeds?.techniques[id]?.[state.slider];

export const number = (value: number): string => value.toLocaleString("en");

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
