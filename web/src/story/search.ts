/** Tries factors for a square: one by one, or many until one is good. */

import { announce, button, h } from "../dom";
import { bit, fromHex, hex, squaresOf } from "../squares";
import { words } from "../texts/en";
import { bits, lettered, shiftedCopies, tile, tiles } from "./figures";
import type { Library, Scene, Trial } from "./library";

/** How many milliseconds a turn of the search tries factors: the last one of each turn is seen. */
const TURN = 80;

/** The factor that was chosen for a square, kept when the board changes. */
const chosen = new Map<number, bigint>();

/** Returns a word with few ones: on average one bit in eight is set. */
function sparse(): bigint {
  const halves = new Uint32Array(6);
  crypto.getRandomValues(halves);
  const of = (at: number): bigint =>
    BigInt((halves[at]! & halves[at + 1]! & halves[at + 2]!) >>> 0);
  return (of(0) << 32n) | of(3);
}

/** Returns the letters of the squares that a factor adds to each bit of the index. */
function lettersOf(mask: bigint, factor: bigint): string[] {
  const letters = lettered(mask);
  const lowest = 64 - letters.length;
  return letters.map((_, place) =>
    letters
      .filter(([, square]) => {
        const shift = lowest + place - square;
        return shift >= 0 && (factor & bit(shift)) !== 0n;
      })
      .map(([letter]) => letter)
      .join(""),
  );
}

/** Draws the trial of a factor, with buttons for others. */
export function factorTrials(
  scene: Scene,
  library: Library,
  good: bigint,
  offset: number,
): HTMLElement {
  const place = h("div", { class: "trial" });
  const shown = h("div", { class: "shown" });
  const count = h("p", { class: "sentence searched" });
  let timer: number | undefined;
  const { square } = scene;

  const show = (factor: bigint, trial: Trial): void => {
    chosen.set(square, factor);
    const mask = fromHex(trial.mask);
    const letters = lettered(mask);
    const size = letters.length;
    place.dataset.collides = String(trial.collision !== null);
    const pair = trial.collision?.map(fromHex) ?? [];
    const attacks = pair.map((occupied) => library.attacksOf({ ...scene, occupied }));
    const own = scene.occupied & mask;
    const edge = ((1n << BigInt(size)) - 1n) << BigInt(64 - size);
    shown.replaceChildren(
      h(
        "p",
        { class: "sentence" },
        h("code", {}, hex(factor)),
        ` ${words.factor(squaresOf(factor).length)}`,
      ),
      tiles(
        tile("occupied & mask", { set: own, slider: square, labels: letters }),
        tile(`(occupied & mask) × factor`, { set: fromHex(trial.product), edge }),
        tile(`table[${offset} + ${trial.index}]`, { set: library.attacksOf(scene), slider: square }),
      ),
      h("p", { class: "sentence" }, words.copies(squaresOf(factor).length)),
      shiftedCopies(own, factor, letters, edge),
      bits(BigInt(trial.index), size, lettersOf(mask, factor)),
      h("p", { class: "sentence" }, words.index(trial.index, 64 - size, offset, 1 << size)),
      h(
        "p",
        { class: trial.collision ? "sentence bad" : "sentence good" },
        trial.collision ? words.collision(trial.tried) : words.noCollision(trial.tried),
      ),
      trial.collision
        ? tiles(
            ...pair.flatMap((set, at) => [
              tile(at === 0 ? words.tiles.first : words.tiles.second, {
                set,
                line: mask,
                slider: square,
              }),
              tile(words.tiles.attacks, { set: attacks[at]!, slider: square }),
            ]),
          )
        : "",
    );
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    searching.textContent = words.search;
  };
  const attempt = (factor: bigint, isSeen = true): boolean => {
    const trial = library.trial(scene, factor);
    if (isSeen || !trial.collision) show(factor, trial);
    return trial.collision === null;
  };
  const search = (): void => {
    if (timer !== undefined) return stop();
    searching.textContent = words.stop;
    let tried = 0;
    const turn = (): void => {
      // What is drawn anew has another search.
      if (tried > 0 && !place.isConnected) return stop();
      let isFound = false;
      for (const end = performance.now() + TURN; performance.now() < end && !isFound; tried++)
        isFound = attempt(sparse(), false);
      if (!isFound) {
        tried += 1;
        isFound = attempt(sparse());
      }
      count.textContent = words.searched(tried, isFound);
      if (isFound) {
        announce(count.textContent);
        stop();
      } else timer = window.setTimeout(turn);
    };
    timer = window.setTimeout(turn);
  };
  const one = (factor: bigint) => (): void => {
    stop();
    count.textContent = "";
    attempt(factor);
  };
  const searching = button(words.search, search, { class: "primary" });
  place.append(
    shown,
    h(
      "div",
      { class: "pick" },
      button(words.otherFactor, () => one(sparse())()),
      searching,
      button(words.good, one(good)),
    ),
    count,
  );
  attempt(chosen.get(square) ?? good);
  return place;
}
