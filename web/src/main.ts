/** The page: the board with its controls at one side, a view at the other. */

import { type App, type ViewPart, explain, messageOf, techniqueOf } from "./app";
import { alarm, announce, button, notify } from "./dom";
import { Engine } from "./engine";
import { share } from "./share";
import { drawSide } from "./side";
import { changed, fromLink, isStory, toLink, type View } from "./state";
import { Store } from "./store";
import { views } from "./texts/en";
import { drawStory, goToChapter } from "./story/story";
import type { Facts, Technique } from "./types";
import { compareView } from "./views/compare";
import { heatView } from "./views/heat";
import { lanesView } from "./views/lanes";
import { movesView } from "./views/moves";
import { provesView } from "./views/proof";
import { stepsView } from "./views/steps";

const MAKE: Record<Exclude<View, "story">, (app: App) => ViewPart> = {
  steps: stepsView, compare: compareView, lanes: lanesView, heat: heatView, moves: movesView, proof: provesView,
};

async function start(story: ReturnType<typeof drawStory>): Promise<void> {
  const facts = fetch("facts.json").then((response) => response.json() as Promise<Facts>);
  const engine = await Engine.load("hyperbola.wasm");
  const techniques = engine.ask<Technique[]>({ ask: "techniques" });
  const ids = techniques.map(({ id }) => id);
  const { state, errors } = fromLink(location.hash.slice(1), ids);
  if (isBare) state.view = "steps";
  const app: App = { engine, techniques, facts: { articles: {} }, store: new Store(state) };
  app.facts = await facts.catch(() => app.facts);

  (await story)(app);
  const side = drawSide(app);
  const drawn = new Map<View, ViewPart>();
  const place = document.getElementById("view")!;
  const tabs = document.getElementById("tabs")!;
  const whole = document.getElementById("whole") as HTMLAnchorElement;
  let shown: View | undefined;

  const { store } = app;
  const undo = button("Undo", () => travel(app, "Undone"), { title: "Ctrl+Z" });
  const redo = button("Redo", () => travel(app, "Redone"), { title: "Ctrl+Shift+Z" });
  const sharing = button("Share or embed …", () => share(app));
  document.getElementById("tools")!.append(undo, redo, sharing);

  const draw = (before: typeof state | undefined): void => {
    const now = store.state;
    // A disabled button would lose the focus.
    undo.ariaDisabled = String(store.past.length === 0);
    redo.ariaDisabled = String(store.future.length === 0);
    document.body.classList.toggle("embed", now.embed || isBare);
    showPart(now.view, before?.chapter);
    if (now.view === "story") {
      drawTabs();
      document.title = "Hyperbola: how a computer sees where a bishop can go";
      if (shown) drawn.get(shown)?.leave?.();
      shown = undefined;
      return;
    }
    side.update(now, before);
    let view = drawn.get(now.view);
    const isNew = now.view !== shown;
    if (!view) drawn.set(now.view, (view = MAKE[now.view](app)));
    if (isNew) {
      if (shown) drawn.get(shown)?.leave?.();
      place.replaceChildren(view.element);
      place.setAttribute("aria-label", views[now.view]);
      shown = now.view;
    }
    view.update(now, isNew ? undefined : before);
    const titles = new Set([titleOf(app), views[now.view], "Hyperbola explorer"]);
    document.title = [...titles].join(" · ");
    // In the page of another: what is shown, and the way to all of it.
    whole.href = `${location.pathname}#${toLink({ ...now, embed: false })}`;
    whole.textContent = titleOf(app);
    drawTabs();
  };
  const drawTabs = (): void => {
    const now = store.state;
    for (const tab of tabs.querySelectorAll<HTMLAnchorElement>("a")) {
      tab.href = `#${toLink({ ...now, view: tab.dataset.view as View })}`;
      tab.ariaCurrent = tab.dataset.view === now.view ? "page" : null;
      // On a phone the tabs are a strip.
      if (tab.ariaCurrent)
        tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    }
  };

  for (const tab of tabs.querySelectorAll<HTMLAnchorElement>("a")) {
    tab.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const view = tab.dataset.view as View;
      store.set({ view });
      // The story goes on where it was left.
      if (view === "story") goOn(store.state.chapter);
      else scrollTo(0, 0);
      announce(views[view]);
    });
  }
  const skip = document.getElementById("skip")!;
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    const part = store.state.view === "story" ? document.getElementById("story")! : place;
    part.tabIndex = -1;
    part.focus();
  });
  store.listen((_, before) => draw(before));
  window.addEventListener("hashchange", () => {
    const read = fromLink(location.hash.slice(1), ids);
    if (isBare) read.state.view = "steps";
    const wasElsewhere = store.state.view !== "story";
    if (toLink(read.state) !== toLink(store.state)) store.arrive(read.state);
    if (wasElsewhere && read.state.view === "story") goOn(read.state.chapter);
    else if (read.state.chapter !== "") goToChapter(read.state.chapter);
    // A link to a technique's code leads to its top.
    if (read.state.code !== "none" && read.state.view === "steps") document.querySelector(".code")?.scrollIntoView();
    tell([...read.errors, ...lastStep(app)]);
  });
  listenToKeys(app);
  draw(undefined);
  if (state.chapter !== "") goToChapter(state.chapter);
  tell([...errors, ...lastStep(app)]);
  document.body.dataset.ready = String(Math.round(performance.now()));
}

/** Where the story was left. */
let left = { chapter: "", at: 0 };

/** Goes to a chapter, or to the step where it was left. */
function goOn(chapter: string): void {
  if (chapter === left.chapter) scrollTo(0, left.at);
  else if (chapter !== "") goToChapter(chapter);
}

/** Shows the story or the explorer: they are in the page together. */
function showPart(view: View, chapter = ""): void {
  if (document.body.dataset.view === "story" && view !== "story") left = { chapter, at: scrollY };
  document.body.dataset.view = view;
  document.getElementById("story")!.hidden = view !== "story";
  document.getElementById("tool")!.hidden = view === "story";
}

/** Undoes or redoes a change and says which: the view may not show it. */
function travel({ store }: App, what: "Undone" | "Redone"): void {
  if (store.state.view === "story") return;
  const before = store.state;
  store.travel(what === "Undone");
  const parts = changed(before, store.state).join(", ");
  if (parts !== "") notify(`${what}: ${parts}.`);
}

/** Names what is shown: the view's techniques, or the view where it has none. */
function titleOf(app: App): string {
  const { view, technique, other } = app.store.state;
  if (view === "story") return views.story;
  if (["heat", "moves"].includes(view)) return views[view];
  const shown = view === "compare" ? [technique, other] : [technique];
  return shown.map((id) => techniqueOf(app, id).name).join(" and ");
}

/** The most faults of a link that are told. */
const MOST_FAULTS = 3;

/** Tells the faults of a link in one message. */
function tell(faults: string[]): void {
  const more = faults.length - MOST_FAULTS;
  const told = faults.slice(0, MOST_FAULTS).join("\n");
  if (told !== "") notify(more > 0 ? `${told}\nand ${more} more faults` : told, true);
}

/** Goes to the last step where the address names one behind it, and says so. */
function lastStep(app: App): string[] {
  const { state } = app.store;
  if (!/[#&]step=/.test(location.hash)) return [];
  const last = explain(app, state).explanation.sections.flatMap(({ steps }) => steps).length - 1;
  if (state.step <= last) return [];
  app.store.set({ step: last });
  return [`the link's step is “${state.step}”; expected a number from 0 to ${last}`];
}

/** The keys of the whole page: undo, redo, and steps where nothing else has the focus. */
function listenToKeys(app: App): void {
  window.addEventListener("keydown", (event: KeyboardEvent) => {
    if (document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement;
    const isTyping = target.matches("input:not([type=range])");
    const hasArrows = target.matches("input, select");
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (isUndo && !isTyping) {
      event.preventDefault();
      travel(app, event.shiftKey ? "Redone" : "Undone");
    } else if (
      ["steps", "compare"].includes(app.store.state.view) && !hasArrows &&
      !event.ctrlKey && !event.metaKey && !event.altKey
    ) {
      const way = { ArrowRight: "Step forward", ArrowLeft: "Step back" }[event.key];
      if (way) document.querySelector<HTMLElement>(`[aria-label="${way}"]`)?.click();
    }
  });
}

/** Whether another page shows a board and its formula alone. */
const isBare = new URLSearchParams(location.search).has("embed");
document.body.classList.toggle("bare", isBare);

// On a technique's page the frame is as high as what is shown. Pages of others say how high theirs is.
if (isBare && frameElement?.matches(".live-board")) {
  const frame = frameElement as HTMLElement;
  const fit = (): void => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    frame.style.height = `${height + 2}px`;
  };
  new ResizeObserver(fit).observe(document.body);
}

// What the address names is shown before the library is there.
showPart(isStory(location.hash.slice(1)) && !isBare ? "story" : "steps");

const story = drawStory();
start(story).catch(async (error: unknown) => {
  // The first board may still come: the message stands beside it.
  await story.catch(() => {});
  const why =
    typeof WebAssembly === "undefined"
      ? "It needs a browser with WebAssembly."
      : "Load the page again; what is on it already still works.";
  const text = `The explorer cannot start: ${messageOf(error)}. ${why}`;
  document.getElementById("view")!.replaceChildren(alarm(text));
  // A board that is live stays so.
  for (const place of document.querySelectorAll(".live")) {
    if (place.querySelector("svg")) place.append(alarm(text));
    else place.replaceChildren(alarm(text));
  }
});

// The page is kept for use without the network, where the browser allows it: a frame may not.
const kept = async (): Promise<unknown> => navigator.serviceWorker.register("offline.js");
kept().catch(() => {});
