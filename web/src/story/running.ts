/** An animation in parts: bit after bit, with play, pause and step. */

import { ABOVE } from "../board";
import { button, h, s } from "../dom";
import { type Row, framesOf } from "../operations";
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

/** Builds up the result of an operation on its board: frames take the place of its layers. */
export function filmOf(board: SVGSVGElement, row: Row): Film {
  const frames = framesOf(row);
  const layers = [...board.querySelectorAll<SVGPathElement>("path:not(.grid)")];
  const moving = new Map((frames[0] ?? []).map(([name]) => [name, s("path", { class: name })]));
  const put = (paths: Iterable<SVGPathElement>): void => {
    const grid = board.querySelector(".grid");
    for (const path of paths)
      board.insertBefore(path, ABOVE.has(path.getAttribute("class")!) ? null : grid);
  };
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
      if (!isMoving) return;
      for (const path of moving.values()) path.setAttribute("d", "");
      for (const [name, outline] of frames[frame!] ?? []) moving.get(name)?.setAttribute("d", outline);
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

/** Shows films at the same time. */
export const together = (films: Film[]): Film => ({
  length: Math.max(0, ...films.map(({ length }) => length)),
  show: (frame) => films.forEach((film) => film.show(frame)),
});

/**
 * Makes the controls of films that run one after the other. One that repeats starts when it is made,
 * unless the reader asks for reduced motion.
 */
export function running(films: Film[], repeats = false): HTMLElement {
  const total = films.reduce((sum, { length }) => sum + length, 0);
  let at = total;
  let timer: number | undefined;
  const show = (): void => {
    showAt(films, at);
    place.dataset.frame = String(Math.min(at, total));
    back.ariaDisabled = String(at <= 0);
    forward.ariaDisabled = String(at >= total);
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = words.play;
  };
  const tick = (): void => {
    if (!place.isConnected) return pause();
    at += 1;
    if (at >= total + (repeats ? REST : 0)) {
      if (repeats) at = 0;
      else pause();
    }
    show();
  };
  const run = (): void => {
    if (timer !== undefined) return pause();
    if (at >= total) at = 0;
    show();
    timer = window.setInterval(tick, FRAME);
    play.textContent = words.pause;
  };
  const step = (way: number): void => {
    pause();
    at = Math.max(0, Math.min(total, at + way));
    show();
  };
  const play = button(words.play, run);
  const back = button("‹", () => step(-1), { "aria-label": words.back });
  const forward = button("›", () => step(1), { "aria-label": words.forward });
  const place = h("div", { class: "running", role: "group", "aria-label": words.running });
  place.append(play, back, forward);
  show();
  if (repeats && !matchMedia("(prefers-reduced-motion: reduce)").matches) setTimeout(run);
  return place;
}
