/** Reads from a record of the lab how many nanoseconds a query takes with each technique. */

import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** The measurements of single queries in a loop, one for each slider. */
const MEASUREMENTS = {
  rook: "throughput-rook-random",
  bishop: "throughput-bishop-random",
  queen: "throughput-queen-games",
};

/** Three digits are more than a measurement has. */
const rounded = (nanoseconds) => Number(nanoseconds.toPrecision(3));

/**
 * Returns for each technique and slider the nanoseconds on plain words, in a program for any
 * processor of the architecture, and on the word on which it is quickest here, with that word's name.
 */
export function speedsOf(path, processor) {
  const { machine, measurements } = JSON.parse(readFileSync(path, "utf8"));
  const techniques = {};
  for (const [slider, name] of Object.entries(MEASUREMENTS)) {
    const { panels } = measurements.find((measurement) => measurement.name === name);
    // Rivals have no technique.
    const rows = panels[0].rows.filter(({ technique }) => technique);
    for (const id of new Set(rows.map(({ technique }) => technique))) {
      const own = rows.filter(({ technique }) => technique === id);
      const plain = own.find(({ word }) => word === "u64");
      if (!plain) throw new Error(`${path}: ${name} has no ${id} on u64`);
      const best = own.reduce((a, b) => (b.time.nanoseconds < a.time.nanoseconds ? b : a));
      (techniques[id] ??= {})[slider] = {
        plain: rounded(plain.time.nanoseconds),
        best: rounded(best.time.nanoseconds),
        word: best.word,
      };
    }
  }
  return { record: basename(path), processor, cpu: machine.cpu, techniques };
}
