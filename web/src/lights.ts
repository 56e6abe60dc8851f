/** Lights a square on every board of a place while the pointer is on it. */

import { h, s } from "./dom";
import { squareAt } from "./grid";
import { column, nameOf, row } from "./squares";

/** Finds the square below the pointer, on a small board or on the grid of a large one. */
function squareUnder(event: PointerEvent): number | undefined {
  const target = event.target as Element;
  const square = squareAt(target);
  if (square !== undefined) return square;
  const small = target.closest("svg.small");
  if (!small) return undefined;
  const box = small.getBoundingClientRect();
  const margin = small.querySelector(".digit") ? 0 : 0.1;
  const [x, y] = [event.clientX - box.x, event.clientY - box.y].map((at) =>
    Math.floor((at / box.width) * (8 + 2 * margin) - margin),
  ) as [number, number];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? 8 * (7 - y) + x : undefined;
}

/** Listens to the pointer over a place; `tell` says what there is to say of a square, or of none. */
export function lightUp(place: HTMLElement, tell: (square: number | undefined) => string): HTMLElement {
  const told = h("p", { class: "lit" });
  let lit: number | undefined;
  const off = (): void => {
    lit = undefined;
    told.textContent = tell(undefined);
    for (const light of place.querySelectorAll(".lit-square")) light.remove();
  };
  place.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const square = squareUnder(event);
    if (square === lit) return;
    off();
    if (square === undefined) return;
    lit = square;
    told.textContent = tell(square);
    for (const board of place.querySelectorAll("svg.small, svg.board")) {
      const size = board.matches(".board") ? 10 : 1;
      const place = { x: size * column(square), y: size * row(square) };
      board.append(s("rect", { ...place, width: size, height: size, class: "lit-square" }));
    }
  });
  place.addEventListener("pointerleave", off);
  return told;
}

/** Lights what has the name of a value, in prose, formula and pictures, and its squares on the board. */
export function lightName(place: HTMLElement, names: string[]): void {
  for (const one of place.querySelectorAll<HTMLElement>("[data-value]"))
    one.classList.toggle("named", names.includes(one.dataset.value!));
  place.querySelector(".named-squares")?.remove();
  // What lies on another board, or is no set of squares, has no place on this one.
  if (names.length !== 1 || /^(?!.*mirror).*'|factor|%|pext|index|base|^from$|^to$/.test(names[0]!)) return;
  const tile = place.querySelector(".tile.named");
  const d = tile?.querySelector(".ones")?.getAttribute("d");
  const board = place.querySelector("svg.board");
  if (d) board?.append(s("path", { d, class: "named-squares", transform: "scale(10)" }));
}

/** Links names: the pointer on one lights the others. */
export function linkNames(place: HTMLElement): void {
  const light = ({ target }: Event): void => {
    const own = (target as Element).closest<HTMLElement>("[data-value]");
    lightName(place, own ? [own.dataset.value!] : []);
  };
  for (const type of ["pointerover", "click"]) place.addEventListener(type, light);
  place.addEventListener("pointerleave", () => lightName(place, []));
}

/** Names a square and its bit. */
export const bitOf = (square: number | undefined): string =>
  square === undefined ? "" : `${nameOf(square)}, bit ${square}`;
