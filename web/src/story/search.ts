/** Tries factors for a square: one by one, or many until one is good. */

import { announce, button, h } from "../dom";
import { fromHex, has, hex, squaresOf } from "../squares";
import { words } from "../texts/en";
import { bits, numbered, shiftedCopies, tile } from "./figures";
import type { Library, Scene, Trial } from "./library";

/** How many milliseconds a turn of the search tries factors: the last one of each turn is seen. */
const TURN = 80;

/** The factor that was chosen for a square and what was said of it, kept when the board changes. */
const chosen = new Map<number, { factor: bigint; said: string }>();
export const chosenFactor = (square: number): bigint | undefined => chosen.get(square)?.factor;

/** Returns a word with few ones: on average one bit in eight is set. */
function sparse(): bigint {
  const halves = new Uint32Array(6);
  crypto.getRandomValues(halves);
  const of = (at: number): bigint =>
    BigInt((halves[at]! & halves[at + 1]! & halves[at + 2]!) >>> 0);
  return (of(0) << 32n) | of(3);
}

/** Returns the numbers of the squares that a factor adds to each bit of the index. */
function squaresIn(mask: bigint, factor: bigint): string[] {
  const squares = numbered(mask);
  const lowest = 64 - squares.length;
  return squares.map((_, place) =>
    squares
      .filter(([, square]) => square <= lowest + place && has(factor, lowest + place - square))
      .map(([number]) => number)
      .join("+"),
  );
}

/** Draws the trial of a factor, with buttons for others; `again` draws the chapter with another one. */
export function factorTrials(
  scene: Scene, library: Library,
  { factor: own, good, offset }: { factor: bigint; good: bigint; offset: number },
  again: () => void,
): HTMLElement {
  const place = h("div", { class: "trial" });
  const [shown, told] = [h("div", { class: "shown" }), h("div", { class: "shown" })];
  const { square } = scene;
  const count = h("p", { class: "sentence searched" }, chosen.get(square)?.said ?? "");
  let timer: number | undefined;
  const say = (text: string, look = ""): HTMLElement => h("p", { class: `sentence ${look}` }, text);

  const show = (factor: bigint, trial: Trial): void => {
    const mask = fromHex(trial.mask);
    const squares = numbered(mask);
    const size = squares.length;
    const ones = squaresOf(factor).length;
    place.dataset.collides = String(trial.collision !== null);
    const edge = ((1n << BigInt(size)) - 1n) << BigInt(64 - size);
    const pair = (trial.collision?.map(fromHex) ?? []).flatMap((occupied, at) => [
      tile(at === 0 ? words.tiles.first : words.tiles.second, { set: occupied, line: mask, slider: square }),
      tile(words.tiles.attacks, { set: library.attacksOf({ ...scene, occupied }), slider: square }),
    ]);
    shown.replaceChildren(
      shiftedCopies(scene.occupied & mask, factor, squares, edge),
      bits(BigInt(trial.index), squaresIn(mask, factor)),
    );
    told.replaceChildren(
      say(words.index(trial.index, 64 - size, offset, 1 << size)),
      h("p", { class: "sentence" }, h("code", {}, hex(factor)), ` ${words.factor(ones)}`),
      trial.collision ? say(words.collision(trial.tried), "bad") : say(words.noCollision(trial.tried), "good"),
      h("div", { class: "tiles four" }, ...pair),
    );
  };
  /** Puts a factor on the stage. */
  const put = (factor: bigint, said = ""): void => {
    clearTimeout(timer);
    chosen.set(square, { factor, said });
    if (said !== "") announce(said);
    again();
  };
  const search = (): void => {
    if (timer !== undefined) return put(last);
    searching.textContent = words.stop;
    let tried = 0;
    const turn = (): void => {
      // What is drawn anew has another search.
      if (tried > 0 && !place.isConnected) return;
      for (const end = performance.now() + TURN; performance.now() < end;) {
        last = sparse();
        tried += 1;
        const trial = library.trial(scene, last);
        if (trial.collision === null) return put(last, words.searched(tried, true));
        if (performance.now() >= end) show(last, trial);
      }
      count.textContent = words.searched(tried, false);
      timer = window.setTimeout(turn);
    };
    timer = window.setTimeout(turn);
  };
  let last = own;
  const searching = button(words.search, search, { class: "primary" });
  const others = [
    button(words.otherFactor, () => put(sparse())),
    searching,
    button(words.good, () => put(good)),
  ];
  place.append(shown, h("div", { class: "pick" }, ...others), count, told);
  show(own, library.trial(scene, own));
  return place;
}
