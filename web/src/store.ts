/** Holds the state, tells who listens, and undoes. */

import { type State, changed, toLink } from "./state";

export class Store {
  /** The states that can be gone back to, and those that can be gone forward to again. */
  readonly past: State[] = [];
  readonly future: State[] = [];
  private listeners: ((state: State, before: State) => void)[] = [];

  constructor(public state: State) {}

  listen(listener: (state: State, before: State) => void): void {
    this.listeners.push(listener);
  }

  /** Changes the state. A changed operator is one of a technique and a slider, and goes with them. */
  set(own: Partial<State>): void {
    const before = this.state;
    const isOther =
      (own.technique ?? before.technique) !== before.technique ||
      (own.slider ?? before.slider) !== before.slider;
    const change = isOther ? { change: "", ...own } : own;
    const after = { ...before, ...change };
    this.remember(before, after);
    // The browser's way back leads from view to view, and from technique to technique.
    const isPage = before.view !== after.view || before.technique !== after.technique;
    this.become(after, before, isPage ? "pushState" : "replaceState");
  }

  /** Takes the state of an address that the browser has gone to. */
  arrive(state: State): void {
    const before = this.state;
    this.remember(before, state);
    this.become(state, before, "replaceState");
  }

  private remember(before: State, after: State): void {
    if (changed(before, after).length === 0) return;
    this.past.push(before);
    if (this.past.length > 200) this.past.shift();
    this.future.length = 0;
  }

  /** Undoes the last change, or redoes what was undone. */
  travel(isBack: boolean): void {
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    const state = from.pop();
    if (!state) return;
    to.push(this.state);
    this.become({ ...state, view: this.state.view }, this.state, "replaceState");
  }

  private become(state: State, before: State, way: "pushState" | "replaceState"): void {
    this.state = state;
    const link = toLink(state);
    for (const listener of this.listeners) listener(state, before);
    try {
      history[way](null, "", link === "" ? location.pathname + location.search : `#${link}`);
    } catch {
      // Browsers limit how often the address may change. The next change writes it.
    }
  }
}
