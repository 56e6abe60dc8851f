/** The dialog with the permalink, the embed form and the pictures. */

import type { App } from "./app";
import { button, copy, h } from "./dom";
import { pictureOf } from "./picture";
import { toLink, type View } from "./state";
import { share as words } from "./texts/en";

/** What each view shows as a picture beside the board. */
const PICTURES: Record<View, [name: string, selector: string]> = {
  story: ["Chapter", ".chapter"], steps: ["Step", ".stage"], compare: ["Comparison", ".compared"],
  lanes: ["Lanes", ".boards"], heat: ["Heat map", ".boards"], moves: ["Position", ".moves .column"],
  proof: ["Counterexample", ".verdict .boards"],
};

/** The width of the embed form, and the least and greatest height, in pixels. */
const FRAME = { width: 720, least: 320, most: 1600 };

export function share(app: App): void {
  const base = location.href.split("#")[0]!;
  const { state } = app.store;
  const inner = `${base}#${toLink({ ...state, embed: true })}`;
  const link = field("Permalink", `${base}#${toLink({ ...state, embed: false })}`);
  const form = field("Embed form", iframe(inner, FRAME.least));
  const bare = `${base.split("?")[0]}?embed#${toLink({ ...state, embed: false })}`;
  const alone = state.view === "steps" ? field(words.alone, iframe(bare, FRAME.least)) : undefined;
  const [name, selector] = PICTURES[state.view];
  const save = (name: string, selector: string): HTMLElement | string => {
    const shown = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    const file = `${name.toLowerCase().replace(" ", "-")}.svg`;
    return shown ? button(`${name} as SVG`, () => download(pictureOf(shown), file)) : "";
  };
  const dialog = h("dialog", { class: "share", "aria-label": "Share or embed" },
    h("h2", {}, "Share or embed"),
    link.element,
    form.element,
    alone?.element,
    h("p", {}, words.hint),
    h("div", { class: "pick" },
      save("Board", "#board svg.board"),
      save(name, `#view ${selector}`),
      button("Close", () => dialog.close(), { class: "primary" }),
    ),
  );
  const notices = document.getElementById("notice")!;
  dialog.addEventListener("close", () => {
    document.body.append(notices);
    dialog.remove();
  });
  // What is behind the dialog cannot be reached: messages are shown in it.
  dialog.append(notices);
  document.body.append(dialog);
  dialog.showModal();
  void heightOf(inner, dialog).then((height) => form.write(iframe(inner, height)));
  if (alone) void heightOf(bare, dialog).then((height) => alone.write(iframe(bare, height)));
}

const iframe = (address: string, height: number): string =>
  `<iframe src="${address.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="${FRAME.width}" ` +
  `height="${height}" style="border:0" title="Hyperbola explorer"></iframe>`;

/** A text to copy, which can be written anew. */
function field(label: string, text: string) {
  const input = h("input", { type: "text", readonly: true, value: text });
  const element = h("div", { class: "pick" },
    h("label", { class: "field wide" }, h("span", {}, label), input),
    button("Copy", () => void copy(input.value, label), { "aria-label": `Copy the ${label.toLowerCase()}` }),
  );
  return { element, write: (text: string) => void (input.value = text) };
}

/** Measures how high the embed form must be to show its view whole; the least where it cannot be. */
async function heightOf(address: string, place: HTMLElement): Promise<number> {
  const frame = h("iframe", { src: address, class: "measured", tabindex: -1, "aria-hidden": "true" });
  frame.width = String(FRAME.width);
  place.append(frame);
  await new Promise((resolve) => frame.addEventListener("load", resolve));
  const body = frame.contentDocument?.body;
  const isWorking = (): boolean =>
    !body?.dataset.ready || body.querySelector("progress, .verdict:not([data-state])") !== null;
  for (let wait = 0; body && frame.isConnected && isWorking() && wait < 200; wait++)
    await new Promise((next) => setTimeout(next, 30));
  const height = body?.getBoundingClientRect().height ?? 0;
  frame.remove();
  return Math.ceil(Math.min(Math.max(height, FRAME.least), FRAME.most));
}

function download(svg: string, name: string): void {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
