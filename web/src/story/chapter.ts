/** One chapter on the page: its live board, its pictures, and its question. */

import { drawBoard, kindOf, typed } from "../board";
import { announce, button, choice, h, replace } from "../dom";
import { explainFormulas, parse } from "../expression";
import { type FormulaPicture, drawFormula } from "../formula";
import { moved, putGrid } from "../grid";
import { bitOf, lightName, lightUp, linkNames } from "../lights";
import { pieceName } from "../pieces";
import { FULL, bit, has, hex, nameOf, setOf, squaresOf } from "../squares";
import { views, words } from "../texts/en";
import { type Chapter, type Drawing, anyBoard } from "./chapters";
import type { Library, Scene } from "./library";
import type { Opening } from "./scenes";

/** The most squares that a further question may ask for, and the least. */
const ASKED = { least: 1, most: 16 };
/** How many wrong squares are explained. */
const MOST_REASONS = 2;

/** The changes of a board that a step shows while it is read: a side without blockers, or the rank. */
const SEEN: Record<string, (scene: Scene) => Scene> = {
  above: (scene) => ({ ...scene, occupied: scene.occupied & (bit(scene.square) - 1n) }),
  below: (scene) => ({ ...scene, occupied: scene.occupied & -bit(scene.square) & FULL }),
  rank: (scene) => ({ ...scene, line: "rank" }),
};

/** The board that the reader has made, and the chapters that take it. */
let shared: Pick<Scene, "square" | "occupied"> | undefined;
const adopters = new Set<(scene: Scene) => void>();
function share(scene: Scene, own: (scene: Scene) => void): void {
  shared = { square: scene.square, occupied: scene.occupied };
  for (const adopt of adopters) if (adopt !== own) adopt(scene);
}

/** Each step of the text that is read sets the stage; `come` is called when the chapter is in sight. */
function followSteps(section: HTMLElement, set: (step: HTMLElement) => void, come: () => void): void {
  for (const code of section.querySelectorAll<HTMLElement>(".prose p code")) {
    code.dataset.value = typed(code.textContent!);
    code.dataset.kind = kindOf(code.textContent!);
  }
  const steps = [...section.querySelectorAll<HTMLElement>("[data-stage]")];
  const reading = new IntersectionObserver(
    (entries) => {
      const read = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      // The first screen runs until the reader reads on.
      if (!read || scrollY === 0) return;
      for (const step of steps) step.classList.toggle("read", step === read);
      set(read as HTMLElement);
    },
    { rootMargin: "-55% 0px -44% 0px" },
  );
  for (const step of steps) reading.observe(step);
  const near = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) come();
  });
  near.observe(section);
}

/** Makes a chapter live, and returns what draws it anew. */
export function mountChapter(
  chapter: Chapter, section: HTMLElement, library: Library,
  open: (opening: Opening, scene: Scene) => void,
): () => void {
  const title = section.querySelector("h2")!.textContent!;
  const figure = section.querySelector<HTMLElement>(".live")!;
  const ask = section.querySelector<HTMLElement>(".ask-controls")!;
  const name = `story-${chapter.id}`;
  const boardPlace = h("div", { class: "chapter-board" });
  const controls = h("div", { class: "chapter-controls" });
  const digits = h("div", { class: "digits-place" });
  const tokens = h("div", { class: "tokens-place" });
  const bar = h("div", {});
  const rest = h("div", {});
  // What would not fit on the stage stands in the text.
  const parts = section.querySelector<HTMLElement>(".prose > .parts") ?? h("div", {});
  const told = h("div", { class: "told" });
  const verdict = h("p", { class: "answer", role: "status" });
  const first = section.querySelector<HTMLElement>("[data-stage]")?.dataset.stage;
  let formula: FormulaPicture | undefined;
  let scene = chapter.start;
  /** The squares that are marked, while the reader answers. */
  let guess: bigint | undefined;
  /** What was marked when it was checked. */
  let checked: bigint | undefined;
  /** How the step that is read shows the board, and the board that is shown. */
  let seen = "";
  let view = scene;

  const set = (change: Partial<Scene>): void => {
    const next = { ...scene, ...change };
    const taken = setOf([next.square, ...(chapter.kings?.(next.square) ?? [])]);
    scene = { ...next, occupied: next.occupied & ~taken };
    [checked, seen] = [undefined, ""];
    draw();
    if (!chapter.isOwn) share(scene, adopt);
  };
  /** Takes the board that the reader has made in another chapter. */
  const adopt = ({ square, occupied }: Scene): void => {
    if (chapter.isOwn || guess !== undefined || checked !== undefined) return;
    view = scene = { ...scene, square, occupied };
    writeScene();
    section.dataset.stale = "";
  };
  adopters.add(adopt);
  const toggle = (square: number): void => {
    if (guess !== undefined) {
      guess ^= bit(square);
      draw();
    } else if (square !== scene.square) set({ occupied: scene.occupied ^ bit(square) });
  };
  const move = (from: number, to: number | undefined): void => {
    if (guess === undefined) set(moved(scene, from, to));
  };
  const begin = (asked: Scene): void => {
    scene = asked;
    [guess, checked] = [0n, undefined];
    draw();
  };
  const another = (): void => {
    for (let turn = 0; turn < 200; turn++) {
      const next =
        chapter.another?.() ?? anyBoard(scene.slider, chapter.lines.length > 0 ? chapter.lines : [scene.line]);
      const size = squaresOf(chapter.draw(next, library).answer).length;
      if (size >= ASKED.least && size <= ASKED.most) return begin(next);
    }
  };
  const check = (): void => {
    checked = guess;
    guess = undefined;
    draw();
    announce(verdict.textContent!);
  };

  const drawBoardOf = ({ answer, picture, quiet, names }: Drawing): void => {
    const marks: [string, bigint][] =
      guess !== undefined
        ? [["guess", guess]]
        : checked !== undefined
          ? [
              ["right", checked & answer],
              ["missed", answer & ~checked],
              ["wrong", checked & ~answer],
            ]
          : [];
    const isAnswering = guess !== undefined || checked !== undefined;
    const shown = isAnswering ? quiet : picture;
    const drawn = drawBoard({ ...shown, sets: [...(shown.sets ?? []), ...marks] }, "");
    const on = new Map(shown.pieces?.map(([piece, at]) => [at, piece.length > 1 ? piece : pieceName(piece)]));
    const { states } = words;
    const named: Record<string, string> = { attacks: states.attacked, hit: states.attacked, ...names };
    const sets = isAnswering ? [] : (picture.sets ?? []);
    putGrid(boardPlace, drawn, name, words.board(title), {
      label: (square) =>
        [
          on.get(square) ?? (has(view.occupied, square) ? states.blocker : states.empty),
          ...sets.map(([kind, set]) => (has(set, square) && named[kind]) || ""),
          has(guess ?? 0n, square) ? states.marked : "",
        ].filter((text) => text !== "").join(", "),
      isMovable: (square) =>
        guess === undefined && (square === view.square || has(view.occupied, square)),
      toggle,
      enter: guess === undefined ? (square) => move(view.square, square) : toggle,
      move,
    });
  };

  /** Draws the formulas of the chapter; what was chosen stays so. */
  const drawFormulas = ({ formulas = [], letters, labels, edges }: Drawing): void => {
    const chosen = formula?.digits.dataset.value ?? (chapter.repeats ? undefined : first);
    formula = undefined;
    if (letters) {
      const names = Object.keys(letters);
      const shown = explainFormulas(formulas.map((text) => parse(text, names)), letters);
      const board = (): Element | null => (guess === undefined ? boardPlace.querySelector("svg") : null);
      const { repeats } = chapter;
      formula = drawFormula(shown, view.square, { labels, edges, board, first: chosen, repeats });
    }
    digits.replaceChildren(formula?.digits ?? "");
    replace(tokens, formula?.text ?? "");
    replace(bar, formula?.bar ?? "");
    replace(rest, formula?.rest ?? "");
  };

  const drawControls = (): void => {
    const { lines, sliders, opens } = chapter;
    const again = (): void => {
      [scene, guess, checked] = [chapter.start, undefined, undefined];
      draw();
    };
    replace(controls,
      sliders.length > 0
        ? choice(words.slider, sliders.map((own) => [own, own]), view.slider, (slider) => set({ slider }))
        : "",
      lines.length > 0
        ? choice(words.line, lines.map((own) => [own, words.lines[own]]), view.line, (line) => set({ line }))
        : "",
      scene === chapter.start ? "" : button(words.again, again),
      ...(library.isWhole ? opens : []).map((opening) =>
        button(words.opens(views[opening.view]), () => open(opening, scene), { class: "quiet" }),
      ),
    );
    controls.inert = guess !== undefined;
  };

  /** Says why a square is in the answer or not. */
  const reasonOf = ({ because, asks }: Drawing, square: number): string => {
    const why = because?.(square) ?? formula?.why(asks ?? "", square) ?? "";
    return why === "" ? "" : words.because(nameOf(square), why);
  };

  const drawAsk = (drawing: Drawing): void => {
    const { answer } = drawing;
    const names = (set: bigint): string[] => squaresOf(set).map(nameOf);
    if (guess !== undefined) {
      const leave = (): void => {
        guess = undefined;
        draw();
      };
      replace(ask, button(words.check, check, { class: "primary" }), button(words.leave, leave));
      verdict.textContent = words.marked(squaresOf(guess).length);
    } else {
      const isNew = checked === undefined;
      const next = isNew ? (): void => begin(chapter.asked) : another;
      replace(ask, button(isNew ? words.answer : words.another, next, { class: "primary" }));
      verdict.textContent =
        checked === undefined
          ? ""
          : [
              words.verdict(names(checked & answer), names(answer & ~checked), names(checked & ~answer)),
              ...squaresOf(checked ^ answer).slice(0, MOST_REASONS).map((square) => reasonOf(drawing, square)),
            ].join(" ");
    }
    const isRight = checked === answer;
    const state = checked === undefined ? "play" : isRight ? "right" : "wrong";
    section.dataset.state = guess !== undefined ? "asked" : state;
  };

  const writeScene = (): void => {
    const { slider, square, occupied, line } = view;
    section.dataset.scene = [slider, nameOf(square), hex(occupied), line].join(" ");
  };

  const draw = (): void => {
    view = guess === undefined && checked === undefined ? (SEEN[seen]?.(scene) ?? scene) : scene;
    const drawing = chapter.draw(view, library);
    delete section.dataset.stale;
    writeScene();
    drawBoardOf(drawing);
    drawFormulas(drawing);
    drawControls();
    drawAsk(drawing);
    // What would give the answer away is hidden, and keeps its room.
    for (const place of [digits, tokens, bar, rest, parts, told]) {
      place.classList.toggle("covered", guess !== undefined);
      place.inert = guess !== undefined;
    }
    replace(parts, ...(drawing.parts?.(draw) ?? []));
    told.replaceChildren(...drawing.told.map((text) => h("p", { class: "sentence" }, text)));
  };

  section.querySelector(".ask")!.append(verdict);
  const stage = h("div", { class: "stage-top" }, boardPlace, digits, tokens);
  const lit = lightUp(figure, (square) => {
    const said = formula?.tell(square) ?? bitOf(square);
    return square === undefined ? words.invite : said;
  });
  lit.textContent = words.invite;
  figure.replaceChildren(stage, h("div", { class: "stage-controls" }, bar, controls), lit, rest, told);
  linkNames(section);
  const setStage = ({ dataset: { stage, film = "" } }: HTMLElement): void => {
    if (guess !== undefined) return;
    const isOther = film !== seen && (film in SEEN || seen in SEEN);
    seen = film;
    if (isOther) draw();
    formula?.choose(stage!, film);
    lightName(section, film === "begun" ? [] : [stage!]);
  };
  followSteps(section, setStage, () => {
    if (section.dataset.stale !== undefined) draw();
  });
  if (shared && !chapter.isOwn) scene = { ...scene, ...shared };
  draw();
  return draw;
}
