/** Makes elements. All text goes in as text, never as HTML. */

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child != null) element.append(child);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** A button with its action. */
export function button(label: string, action: () => void, more: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: action, ...more }, label);
}

/** A table of costs: the heads of its columns, and rows whose first cell names them. */
export function table(heads: string[], rows: (string | number)[][]): HTMLElement {
  const cell = (text: string | number, at: number): HTMLElement =>
    at === 0
      ? h("th", { scope: "row" }, String(text))
      : h("td", { class: typeof text === "number" ? "figure" : undefined }, text.toLocaleString("en"));
  const head = h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)));
  const body = rows.map((row) => h("tr", {}, ...row.map(cell)));
  return h("table", { class: "costs" }, h("thead", {}, head), h("tbody", {}, ...body));
}

/** A list to choose from. */
export function select(
  label: string, options: [value: string, text: string, group?: string][], value: string,
  change: (value: string) => void,
): HTMLLabelElement {
  const list = h("select", { change: () => change(list.value) });
  const groups = new Map<string, HTMLElement>();
  for (const [key, text, group] of options) {
    let parent: HTMLElement = list;
    if (group) {
      parent = groups.get(group) ?? list.appendChild(h("optgroup", { label: group }));
      groups.set(group, parent);
    }
    parent.append(h("option", { value: key, selected: key === value }, text));
  }
  return h("label", { class: "field" }, h("span", {}, label), list);
}

/** Buttons of which one is pressed. */
export function choice<T extends string>(
  label: string, options: [T, string][], value: T, change: (value: T) => void,
): HTMLElement {
  const group = h("div", { class: "choice", role: "group", "aria-label": label });
  for (const [key, text] of options) {
    group.append(button(text, () => change(key), { "aria-pressed": String(key === value) }));
  }
  return group;
}

const CONTROLS = "button, select, input, a[href]";

/**
 * Puts new children in the place of the old ones. The focus stays at its place among the controls, or
 * goes to the next, or to the whole where there is none.
 */
export function replace(root: HTMLElement, ...children: (Node | string)[]): void {
  const controls = (): HTMLButtonElement[] => [...root.querySelectorAll<never>(CONTROLS)];
  const at = controls().indexOf(document.activeElement as HTMLButtonElement);
  root.replaceChildren(...children);
  if (at < 0) return;
  const now = controls();
  const next = [...now.slice(at), ...now.slice(0, at).reverse()].find(({ disabled }) => !disabled);
  if (!next) root.tabIndex = -1;
  (next ?? root).focus();
}

/** Says something to screen readers. */
export function announce(text: string): void {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Shows a message for a while, below those that are shown; errors stay longer. */
export function notify(text: string, isError = false): void {
  const place = document.getElementById("notice");
  if (!place) return;
  // Said again, a message is shown once.
  for (const shown of place.children) if (shown.firstChild?.textContent === text) shown.remove();
  const notice = h("p", { class: isError ? "notice error" : "notice" }, h("span", {}, text));
  notice.append(button("×", () => notice.remove(), { "aria-label": "Close the message" }));
  place.append(notice);
  setTimeout(() => notice.remove(), isError ? 12_000 : 4_000);
}

/** A field for a text, taken by a button or the enter key. */
export function entry(
  label: string, more: Attributes, action: string, take: (text: string) => void, look: Attributes = {},
): { input: HTMLInputElement; parts: HTMLElement[] } {
  const input = h("input", { type: "text", spellcheck: "false", ...more });
  const set = (): void => take(input.value.trim());
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") set();
  });
  const field = h("label", { class: "field wide" }, h("span", {}, label), input);
  return { input, parts: [field, button(action, set, look)] };
}

/** Says what is wrong. */
export const alarm = (text: string): HTMLElement => h("p", { class: "error", role: "alert" }, text);

/** Says below a field what is wrong with its text, or that nothing is. */
export function mark(input: HTMLInputElement, fault: string | undefined): void {
  const row = input.closest(".pick")!;
  row.querySelector(".fault")?.remove();
  input.removeAttribute("aria-invalid");
  if (fault === undefined) return;
  input.setAttribute("aria-invalid", "true");
  const said = row.appendChild(alarm(fault));
  said.classList.add("fault");
}

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`Copied: ${what}.`);
  } catch {
    notify(`This browser does not let the page copy. Copy by hand: ${text}`, true);
  }
}
