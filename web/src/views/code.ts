/** The code of a technique as `hyperbola export` prints it, with the lines of a step lit. */

import type { App } from "../app";
import { alarm, button, choice, copy, h, notify, replace } from "../dom";
import { LANGUAGES, type Language, type State } from "../state";
import { code as words } from "../texts/en";
import type { Code } from "../types";

type Languages = Record<Exclude<Language, "none">, Code>;

const EXTENSIONS: Record<keyof Languages, string> = { rust: "rs", c: "h", python: "py" };

/** What has come so far, by technique. */
const known = new Map<string, Promise<Languages>>();

/** Fetches the code of a technique once. What failed is asked for again. */
function fetchCode(id: string): Promise<Languages> {
  const own =
    known.get(id) ??
    fetch(`techniques/${id}/code.json`).then((response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return response.json() as Promise<Languages>;
    });
  known.set(id, own);
  own.catch(() => known.delete(id));
  return own;
}

/** Makes the place for the code, with the choice of the language. */
export function drawCode(app: App) {
  const head = h("div", { class: "pick" });
  const place = h("div", {});
  const element = h("section", { class: "code" }, head, place);
  /** What is drawn: the technique, its slider and the language. */
  let drawn = "";
  let lines: HTMLElement[][] = [];
  let own: Code["sliders"]["rook"] | undefined;
  const note = h("p", { class: "hint" });
  /** What is to be lit: it may change before the code has come. */
  let wished = { step: 0, isChanged: false };

  const draw = (state: State, all: Languages): void => {
    const language = state.code as keyof Languages;
    const { texts, sliders } = all[language];
    own = sliders[state.slider];
    const line = (text: string): HTMLElement => h("span", { class: "line" }, `${text}\n`);
    lines = own.functions.map((at) => texts[at]!.split("\n").map(line));
    const helpers = own.helpers === "" ? [] : own.helpers.split("\n").map(line);
    const parts = [helpers, ...lines].filter((part) => part.length > 0);
    const { name } = app.techniques.find(({ id }) => id === state.technique)!;
    const label = words.region(words.languages[language], name);
    const region = { class: "listing", tabindex: 0, role: "region", "aria-label": label };
    const file = `${state.technique.replaceAll("-", "_")}.${EXTENSIONS[language]}`;
    const address = `techniques/${state.technique}/${file}`;
    const copyFile = async (): Promise<void> => copy(await (await fetch(address)).text(), file);
    const failed = (): void => notify(words.missing, true);
    place.replaceChildren(
      h("div", region, ...parts.map((part) => h("pre", {}, h("code", {}, ...part)))), note,
      h("p", { class: "hint pick" },
        words.origin, h("a", { href: address, download: file }, file), button(words.copy, () => void copyFile().catch(failed)),
      ),
    );
  };

  /** Lights the lines of a step, and brings them into sight. */
  const light = (): void => {
    const { step, isChanged } = wished;
    const lit = own?.steps[step] ?? [];
    for (const line of lines.flat()) line.classList.remove("now");
    const now = lit.flatMap(([at, start, end]) => lines[at]!.slice(start, end));
    for (const line of now) line.classList.add("now");
    const notes = [isChanged ? words.changed : "", now.length === 0 ? words.unlit : ""];
    note.textContent = notes.join(" ").trim();
    const region = place.querySelector<HTMLElement>(".listing");
    const [first] = now;
    if (region && first) region.scrollTop = first.offsetTop - region.clientHeight / 3;
  };

  return {
    element,
    /** Draws it for a step; `isChanged` says whether an operator is changed, which the code has not. */
    update(state: State, step: number, isChanged: boolean): void {
      const wanted = [state.technique, state.slider, state.code].join(" ");
      wished = { step, isChanged };
      if (wanted === drawn) return light();
      drawn = wanted;
      [lines, own] = [[], undefined];
      replace(head,
        h("span", { class: "small-title" }, words.label),
        choice(
          words.label, LANGUAGES.map((language) => [language, words.languages[language]]),
          state.code, (code) => app.store.set({ code }),
        ),
      );
      if (state.code === "none") return place.replaceChildren();
      place.replaceChildren(h("p", { class: "loading" }, words.loading));
      const show = (all?: Languages): void => {
        // Another technique may be shown when it comes.
        if (drawn !== wanted) return;
        if (all) {
          draw(state, all);
          return light();
        }
        drawn = "";
        place.replaceChildren(alarm(words.missing));
      };
      fetchCode(state.technique).then(show, () => show());
    },
  };
}
