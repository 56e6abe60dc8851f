/** An animation in parts: bit after bit, with play, pause and step. */

import { ABOVE, writeDigits } from "../board";
import { button, h, s } from "../dom";
import { type Row, framesOf } from "../operations";
import { FULL, bit } from "../squares";
import { words } from "../texts/en";

/** The time of one frame, in milliseconds. */
const FRAME = 45;
/** How many frames the end stays before a film that repeats begins again. */
const REST = 60;

/** A part of an animation. Nothing stands for its end, which is the still picture. */
export interface Film {
  length: number;
  show(frame: number | undefined): void;
}

/** Reads a drawn set: what is on its way has no square. */
const setOf = (path: string): bigint =>
  [...path.matchAll(/M(\d) (\d)h/g)].reduce((set, [, x, y]) => set | bit(8 * (7 - Number(y)) + Number(x)), 0n);

/** Builds up the result of an operation on its board: frames take the place of its layers. */
export function filmOf(board: SVGSVGElement, row: Row): Film {
  const frames = framesOf(row);
  const layers = [...board.querySelectorAll<SVGPathElement>("path:not(.grid, .ghost, .spot, .edge)")];
  const hasDigits = board.querySelector(".digit") !== null;
  const moving = new Map((frames[0] ?? []).map(([name]) => [name, s("path", { class: name })]));
  const put = (paths: Iterable<SVGPathElement>): void => {
    const grid = board.querySelector(".grid");
    for (const path of paths)
      board.insertBefore(path, ABOVE.has(path.getAttribute("class")!) ? null : grid);
  };
  const whole = setOf(board.querySelector(".ones")?.getAttribute("d") ?? "");
  let isMoving = false;
  return {
    length: frames.length,
    show(frame) {
      const before = isMoving;
      isMoving = frame !== undefined && frames.length > 0;
      if (before !== isMoving) {
        for (const path of before ? moving.values() : layers) path.remove();
        put(isMoving ? moving.values() : layers);
      }
      for (const path of moving.values()) path.setAttribute("d", "");
      for (const [name, outline] of frames[frame ?? -1] ?? []) moving.get(name)?.setAttribute("d", outline);
      const drawn = (kind: string): string => frames[frame!]?.find(([name]) => name === kind)?.[1] ?? "";
      // The bits above a borrow or a carry are not known yet.
      const cursor = isMoving && !/^multiply/.test(row.op) ? setOf(drawn("cursor")) : 0n;
      if (hasDigits) writeDigits(board, isMoving ? setOf(drawn("ones")) : whole, cursor === 0n ? FULL : cursor - 1n);
    },
  };
}

/** Shows a frame of films that run one after the other. */
export function showAt(films: Film[], at: number): void {
  const total = films.reduce((sum, { length }) => sum + length, 0);
  let start = 0;
  for (const film of films) {
    const own = at - start;
    film.show(at >= total || own >= film.length ? undefined : Math.max(own, -1));
    start += film.length;
  }
}

/** The controls of films that run one after the other. */
export interface Player {
  element: HTMLElement;
  /** Shows a frame of one film. */
  show(film: number, frame: number): void;
  /** Runs some films to their end; only the end is shown where the reader asks for reduced motion. */
  run(films: number[], ended?: (isWhole: boolean) => void): void;
  stop(): void;
}

export const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Makes the controls. Films that repeat start when they are made. */
export function running(films: Film[], repeats = false): Player {
  const startOf = (film: number): number =>
    films.slice(0, film).reduce((sum, { length }) => sum + length, 0);
  const total = startOf(films.length);
  let [at, end] = [total, total];
  let timer: number | undefined;
  let queue: number[] = [];
  let tell: ((isWhole: boolean) => void) | undefined;
  const show = (): void => {
    showAt(films, at);
    element.dataset.frame = String(Math.min(at, total));
    back.ariaDisabled = String(at <= 0);
    forward.ariaDisabled = String(at >= total);
  };
  const pause = (isWhole = false): void => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = words.play;
    const told = tell;
    tell = undefined;
    told?.(isWhole);
  };
  /** Goes on with the next film, or shows the end. */
  const next = (): void => {
    const film = queue.shift();
    if (film !== undefined) [at, end] = [startOf(film), startOf(film) + films[film]!.length];
    else {
      at = total;
      pause(true);
    }
  };
  const tick = (): void => {
    if (!element.isConnected) return pause();
    at += 1;
    if (at >= end + (repeats ? REST : 0)) {
      if (repeats) at = 0;
      else next();
    }
    show();
  };
  const start = (): void => {
    show();
    timer = window.setInterval(tick, FRAME);
    play.textContent = words.pause;
  };
  const run = (): void => {
    if (timer !== undefined) return pause();
    if (at >= total) at = 0;
    [end, queue] = [total, []];
    start();
  };
  const stop = (): void => {
    if (timer === undefined && at >= total) return;
    at = total;
    pause();
    show();
  };
  const step = (way: number): void => {
    pause();
    at = Math.max(0, Math.min(total, at + way));
    show();
  };
  const play = button(words.play, run);
  const back = button("‹", () => step(-1), { "aria-label": words.back });
  const forward = button("›", () => step(1), { "aria-label": words.forward });
  const element = h("div", { class: "running", role: "group", "aria-label": words.running });
  element.append(play, back, forward);
  show();
  if (repeats && !isCalm()) setTimeout(run);
  return {
    element,
    show(film, frame) {
      at = startOf(film) + Math.min(frame, films[film]!.length - 1);
      show();
    },
    run(list, ended) {
      stop();
      if (isCalm() || list.length === 0) return ended?.(true);
      [queue, tell] = [[...list], ended];
      next();
      start();
    },
    stop,
  };
}
