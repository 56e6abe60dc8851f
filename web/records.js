/** Reads from a record of the lab how many nanoseconds a query takes with each technique. */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

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

/** Returns how many bytes of machine code a queen's attacks have on plain words, by technique. */
export function codeBytesOf(path) {
  const { queens } = JSON.parse(readFileSync(path, "utf8"));
  const plain = queens.filter(({ word }) => word === "u64");
  return Object.fromEntries(plain.map(({ technique, bytes }) => [technique, bytes]));
}

/** The processors whose records the story shows, and the techniques that it compares there. */
const PROCESSORS = [
  ["Zen 4", "zen4.json"],
  ["Zen 3", "zen3.json"],
  ["Cascade Lake", "cascade-lake.json"],
];
const COMPARED = [
  "pext",
  "obstruction-difference",
  "magic-fancy",
  "dual-hq",
  "hq-first-rank",
  "kindergarten",
  "hyperbola-quintessence",
  "kogge-stone",
  "ray-walk",
];
/** The techniques of the first chapter's bars. */
const LOOP = ["ray-walk", "hq-first-rank", "magic-fancy"];
/** How many bytes of other data are touched between two queries where the caches are busy. */
const BUSY = "32768 bytes touched";

/** Returns a technique's least time in a panel, on one word or on any, that word, and the size of its tables. */
function leastOf(measurements, name, label, id, word) {
  const { panels } = measurements.find((measurement) => measurement.name === name);
  const panel = label === undefined ? panels[0] : panels.find((panel) => panel.label === label);
  const rows = panel.rows.filter((row) => row.technique === id && (!word || row.word === word));
  if (rows.length === 0) return undefined;
  const least = rows.reduce((a, b) => (b.time.nanoseconds < a.time.nanoseconds ? b : a));
  return { ns: rounded(least.time.nanoseconds), bytes: least.table_bytes, word: least.word };
}

/** Returns the least times of one side's attacks: by single queries, and by a board in each lane. */
function setwiseOf(measurements) {
  const { panels } = measurements.find(({ name }) => name === "setwise-games");
  const least = (way) => {
    const rows = panels[0].rows.filter(({ name }) => name.startsWith(`${way}: `));
    return rounded(Math.min(...rows.map(({ time }) => time.nanoseconds)));
  };
  return { single: least("one by one"), boards: least("boards") };
}

/** The record of one search by each technique. */
const SEARCH = "search-emerald-rapids.json";

/** Returns the nanoseconds a node of perft by the counter on each word, and by the best generator. */
function perftOf(measurements) {
  const [{ rows }] = measurements.find(({ name }) => name === "perft-six").panels;
  const timesOf = (way) =>
    rows.filter(({ name }) => name.startsWith(way))
      .map(({ name, time }) => [name.slice(way.length), rounded(time.nanoseconds)]);
  const generator = Math.min(...timesOf("generator with ").map(([, ns]) => ns));
  return { generator, ...Object.fromEntries(timesOf("counter on ")) };
}

/** Returns the time of a whole search by each technique as a part of that by the first one. */
function searchOf(measurements) {
  const panels = measurements.flatMap(({ panels }) => panels);
  const ratio = (id) => {
    const ratios = panels.map(({ rows }) => rows.find(({ technique }) => technique === id).time.ratio);
    return (ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toFixed(2);
  };
  return Object.fromEntries(panels[0].rows.map(({ technique }) => [technique, ratio(technique)]));
}

/**
 * Returns what the story compares: for each processor the nanoseconds of a queen by each technique,
 * with all caches free, with other data in them, and in lanes; the loop beside two others; the attacks
 * of one side's sliders, one after the other and all at once; and perft and a search.
 */
export function timesOf(folder, factsOf) {
  const read = (file) => JSON.parse(readFileSync(join(folder, file), "utf8")).measurements;
  const processors = PROCESSORS.map(([processor, file]) => {
    const measurements = read(file);
    const rows = COMPARED.map((id) => {
      const free = leastOf(measurements, "throughput-queen-games", undefined, id);
      const busy = leastOf(measurements, "cache-pressure-queen-games", BUSY, id);
      const lanes = leastOf(measurements, "batch-queen-random", undefined, id);
      const latency = leastOf(measurements, "latency-queen-games", undefined, id);
      const plain = leastOf(measurements, "throughput-queen-games", undefined, id, "u64");
      const kib = rounded(free.bytes / 1024);
      const { name, operations, chain } = factsOf(id);
      const times = { latency: latency.ns, plain: plain.ns, free: free.ns, busy: busy?.ns, lanes: lanes?.ns };
      return { id, name, operations, chain, kib, word: free.word, ...times };
    });
    return { processor, rows: rows.sort((a, b) => a.free - b.free) };
  });
  const [[processor, file]] = PROCESSORS;
  const measurements = read(file);
  const loop = LOOP.map((id) => {
    const { ns } = leastOf(measurements, "throughput-rook-random", undefined, id);
    return { id, name: factsOf(id).name, ns };
  });
  const sides = Object.fromEntries(
    processors.map(({ processor }, at) => [processor, setwiseOf(read(PROCESSORS[at][1]))]),
  );
  const inEngines = { perft: perftOf(measurements), search: searchOf(read(SEARCH)) };
  return { processor, loop, processors, sides, inEngines };
}
