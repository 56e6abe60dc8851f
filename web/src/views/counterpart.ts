/** Finds the step of one technique that belongs to a step of another, and lays their parts side by side. */

import type { FlatStep } from "../operations";
import type { Explained } from "../types";

/** The parts of explanations, in the order in which they are shown: lines, then the pieces that have
 * them. */
const ORDER = [
  "input", "maintained boards", "rank", "file", "rook", "diagonal", "anti-diagonal", "bishop", "queen",
];

/** The parts that a part belongs to where the other technique has none of its name. */
const WIDER: Record<string, string[]> = {
  "maintained boards": ["input"],
  rank: ["rook", "queen"],
  file: ["rook", "queen"],
  rook: ["file", "queen"],
  diagonal: ["bishop", "queen"],
  "anti-diagonal": ["bishop", "queen"],
  bishop: ["anti-diagonal", "queen"],
  queen: ["bishop", "rook", "anti-diagonal", "file"],
};

/** An explanation with its steps. */
export type Side = { explained: Explained; steps: FlatStep[] };

const titlesOf = ({ explained }: Side): string[] =>
  explained.explanation.sections.map(({ title }) => title);

/** Returns the titles of both sides, each once; what is in no order comes last. */
export function titlesOfBoth(left: Side, right: Side): string[] {
  const all = [...new Set([...titlesOf(left), ...titlesOf(right)])];
  const place = (title: string): number => (ORDER.indexOf(title) + ORDER.length + 1) % (ORDER.length + 1);
  return all.sort((a, b) => place(a) - place(b));
}

/**
 * Returns the step of the other side that a step belongs to: in the same part the one of the same name,
 * else one with the same value, else the one that is as far on. Where the other side has no such part,
 * it is the end of the part that contains it, or of all.
 */
export function counterpart(own: Side, step: number, other: Side): number {
  const { section, step: shown } = own.steps[step]!;
  const title = titlesOf(own)[section]!;
  const inPart = (side: Side, title: string): number[] => {
    const wanted = titlesOf(side).indexOf(title);
    return side.steps.flatMap(({ section }, at) => (section === wanted ? [at] : []));
  };
  const there = inPart(other, title);
  if (there.length === 0) {
    const wider = (WIDER[title] ?? []).map((title) => inPart(other, title)).find((steps) => steps.length > 0);
    return wider?.at(-1) ?? other.steps.length - 1;
  }
  const named = there.find((at) => other.steps[at]!.step.name === shown.name);
  if (named !== undefined) return named;
  const equal = there.find((at) => {
    const { value, kind } = other.steps[at]!.step;
    return value === shown.value && kind === shown.kind;
  });
  if (equal !== undefined) return equal;
  const here = inPart(own, title);
  const way = here.length < 2 ? 1 : here.indexOf(step) / (here.length - 1);
  return there[Math.round(way * (there.length - 1))]!;
}
