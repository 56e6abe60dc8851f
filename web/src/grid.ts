/** Lies over a large board and makes it a grid for the pointer, the keys and screen readers. */

import { h } from "./dom";
import { bit, column, has, nameOf, row } from "./squares";

export interface GridActions {
  /** What is said of a square. */
  label(square: number): string;
  /** Whether what is on a square can be dragged. */
  isMovable?(square: number): boolean;
  /** A click, or the space bar. */
  toggle(square: number): void;
  /** The enter key; as a click if there is none. */
  enter?(square: number): void;
  /** A drag from a square to another, or off the board. */
  move?(from: number, to: number | undefined): void;
}

/** The square that has the focus, kept when a board is drawn anew. */
const focused = new Map<string, number>();

/** Puts a grid over a board. Grids of one name keep their focus over drawings. */
function withGrid(board: SVGSVGElement, name: string, label: string, actions: GridActions): HTMLElement {
  const grid = h("div", { class: "grid", role: "grid", "aria-label": label, "data-name": name });
  const cells: HTMLElement[] = [];
  const start = focused.get(name) ?? 27;
  for (let rank = 7; rank >= 0; rank--) {
    const line = grid.appendChild(h("div", { role: "row" }));
    for (let file = 0; file < 8; file++) {
      const square = 8 * rank + file;
      cells[square] = line.appendChild(
        h("div", {
          role: "gridcell",
          tabindex: square === start ? 0 : -1,
          "aria-label": `${nameOf(square)}: ${actions.label(square)}`,
          "data-square": square,
          class: actions.isMovable?.(square) ? "movable" : undefined,
        }),
      );
    }
  }
  listenToKeys(grid, cells, name, actions);
  listenToPointer(grid, board, actions);
  board.setAttribute("aria-hidden", "true");
  return h("div", { class: "frame" }, board, grid);
}

/** Puts a board with its grid in a place, which keeps the focus if it had it. */
export function putGrid(place: HTMLElement, ...board: Parameters<typeof withGrid>): void {
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(withGrid(...board));
  if (hadFocus) place.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
}

/** Moves what stands on a square. The slider changes places with a piece: none is lost. */
export function moved<Board extends { square: number; occupied: bigint }>(
  board: Board, from: number, to: number | undefined,
): Board {
  const { square, occupied } = board;
  const without = occupied & ~bit(from);
  if (from !== square)
    return { ...board, occupied: to === undefined || to === square ? without : without | bit(to) };
  if (to === undefined) return board;
  return { ...board, square: to, occupied: (has(occupied, to) ? without | bit(from) : without) & ~bit(to) };
}

function listenToKeys(grid: HTMLElement, cells: HTMLElement[], name: string, actions: GridActions): void {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  };
  const go = (square: number): void => {
    for (const cell of cells) cell.tabIndex = -1;
    cells[square]!.tabIndex = 0;
    cells[square]!.focus();
    focused.set(name, square);
  };
  grid.addEventListener("keydown", (event) => {
    const square = squareAt(event.target);
    if (square === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      const [file, rank] = [(square % 8) + step[0], (square >> 3) + step[1]];
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) go(8 * rank + file);
    } else if (event.key === "Home" || event.key === "End") {
      go(8 * (square >> 3) + (event.key === "Home" ? 0 : 7));
    } else if (event.key === " ") {
      focused.set(name, square);
      actions.toggle(square);
    } else if (event.key === "Enter") {
      focused.set(name, square);
      (actions.enter ?? actions.toggle)(square);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Returns the square of the cell that an element is in. */
export function squareAt(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-square]") : null;
  return cell ? Number(cell.dataset.square) : undefined;
}

function listenToPointer(grid: HTMLElement, board: SVGSVGElement, actions: GridActions): void {
  let from: number | undefined;
  let start = { x: 0, y: 0 };
  let ghost: Element | undefined;
  const end = (): void => {
    from = undefined;
    ghost?.removeAttribute("style");
    ghost = undefined;
  };
  grid.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = squareAt(event.target);
    start = { x: event.clientX, y: event.clientY };
    if (from !== undefined && actions.isMovable?.(from)) {
      ghost = board.querySelector(`[data-at="${from}"]`) ?? undefined;
      grid.setPointerCapture(event.pointerId);
    }
  });
  grid.addEventListener("pointermove", (event) => {
    if (from === undefined || !ghost) return;
    const scale = 85 / board.getBoundingClientRect().width;
    const [dx, dy] = [(event.clientX - start.x) * scale, (event.clientY - start.y) * scale];
    const [x, y] = [10 * column(from), 10 * row(from)];
    const base = ghost.tagName === "path" ? [x + dx, y + dy] : [dx, dy];
    (ghost as SVGElement).style.transform = `translate(${base[0]}px, ${base[1]}px)`;
  });
  grid.addEventListener("pointerup", (event) => {
    if (from === undefined) return;
    const origin = from;
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const inside = below.find((element) => grid.contains(element) && squareAt(element) !== undefined);
    const target = squareAt(inside ?? null);
    const isDragged = ghost !== undefined;
    end();
    if (target === origin) actions.toggle(origin);
    else if (isDragged) actions.move?.(origin, target);
  });
  grid.addEventListener("pointercancel", end);
}
