/** The dialog with the permalink, the embed form and the pictures. */

import type { App } from "./app";
import { button, copy, h } from "./dom";
import { toLink } from "./state";

export function share(app: App): void {
  const base = location.href.split("#")[0]!;
  const link = `${base}#${toLink({ ...app.store.state, embed: false })}`;
  const inner = `${base}#${toLink({ ...app.store.state, embed: true })}`;
  const frame = `<iframe src="${inner.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="720" height="460" style="border:0" title="Hyperbola: a step of a technique"></iframe>`;
  const field = (label: string, text: string): HTMLElement => {
    const input = h("input", { type: "text", readonly: true, value: text });
    return h(
      "div",
      { class: "pick" },
      h("label", { class: "field wide" }, h("span", {}, label), input),
      button("Copy", () => void copy(text, label), {
        "aria-label": `Copy the ${label.toLowerCase()}`,
      }),
    );
  };
  const dialog = h(
    "dialog",
    { class: "share", "aria-label": "Share or embed" },
    h("h2", {}, "Share or embed"),
    field("Permalink", link),
    field("Embed form", frame),
    h(
      "p",
      {},
      "The embed form shows the board and the step, in blogs and wikis that allow an <iframe>.",
    ),
    h(
      "div",
      { class: "pick" },
      button("Board as SVG", () => save("#board svg.board", "board.svg")),
      button("Step as SVG", () => save(".stage .result svg, .stage svg", "step.svg")),
      button("Close", () => dialog.close(), { class: "primary" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Saves a picture with the looks that it has on the page. */
function save(selector: string, name: string): void {
  const all = document.querySelectorAll<SVGSVGElement>(selector);
  const shown = all[all.length - 1];
  if (!shown) return;
  const url = URL.createObjectURL(new Blob([standalone(shown)], { type: "image/svg+xml" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
  "paint-order",
];

/** Writes a picture that needs no style sheet. */
export function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shown = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  [copy, ...copy.querySelectorAll<SVGElement>("*")].forEach((element, index) => {
    const style = getComputedStyle(shown[index]!);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if ((value && value !== "none") || name === "fill") element.setAttribute(name, value);
    }
    element.removeAttribute("class");
    element.removeAttribute("style");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.removeAttribute("aria-hidden");
  const box = svg.viewBox.baseVal;
  copy.setAttribute("width", String(Math.round((box.width / box.height) * 400)));
  copy.setAttribute("height", "400");
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}
