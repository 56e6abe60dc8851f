/** Makes a picture of a part of the page that stands alone: its boards, its texts and their grounds. */

import { s } from "./dom";

const KEPT = [
  "fill", "stroke", "stroke-width", "opacity", "font-size", "font-family", "font-weight",
  "text-anchor", "paint-order",
];

/** The space around the picture, in pixels. */
const MARGIN = 12;

/** Writes an element of the page, as it looks, as SVG without a style sheet. */
export function pictureOf(root: Element): string {
  const { left, top, width, height } = root.getBoundingClientRect();
  const [x, y] = [left - MARGIN, top - MARGIN];
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN].map(Math.ceil);
  const xmlns = "http://www.w3.org/2000/svg";
  const svg = s("svg", { xmlns, viewBox: `0 0 ${w} ${h}`, width: w!, height: h! });
  const page = getComputedStyle(document.body).backgroundColor;
  svg.append(s("rect", { width: w!, height: h!, fill: page }));
  add(svg, root, x, y);
  return `${new XMLSerializer().serializeToString(svg)}\n`;
}

/** Adds what an element shows above a bottom, moved by the place of the picture. */
function add(picture: SVGSVGElement, element: Element, left: number, top: number, bottom = Infinity): void {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return;
  const place = { x: box.x - left, y: box.y - top, width: box.width, height: box.height };
  if (element instanceof SVGSVGElement) {
    const copy = standalone(element);
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    picture.append(copy);
    return;
  }
  const style = getComputedStyle(element);
  if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(style.backgroundColor)) {
    const { backgroundColor: fill, borderRadius } = style;
    picture.append(s("rect", { ...place, rx: parseFloat(borderRadius) || 0, fill }));
  }
  // The text of a list has no place of its own.
  if (element instanceof HTMLSelectElement) {
    const x = box.x + parseFloat(style.paddingLeft) - left;
    const chosen = element.selectedOptions[0]?.text ?? "";
    picture.append(write(chosen, x, box.y + box.height / 2 - top, style));
    return;
  }
  const end = style.overflowY === "hidden" ? Math.min(bottom, box.bottom) : bottom;
  for (const child of element.childNodes) {
    if (child instanceof Element) add(picture, child, left, top, end);
    else if (child instanceof Text)
      for (const { words, box } of linesOf(child))
        if (box.bottom <= end + 1)
          picture.append(write(words.trimEnd(), box.x - left, box.y + box.height / 2 - top, style));
  }
}

/** Returns the lines into which the page has broken a text. */
function linesOf(text: Text): { words: string; box: DOMRect }[] {
  const found: { words: string; box: DOMRect }[] = [];
  const range = document.createRange();
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const [character, box, last] = [text.data[at]!, range.getClientRects()[0], found.at(-1)];
    if (!box || box.width === 0) continue;
    if (last && Math.abs(last.box.top - box.top) < 1) last.words += character;
    else if (character.trim() !== "") found.push({ words: character, box });
  }
  return found;
}

/** Writes a text from a place on, in the middle of its line. */
function write(text: string, x: number, y: number, style: CSSStyleDeclaration): SVGElement {
  const { fontSize, fontFamily, fontWeight, color: fill } = style;
  const font = { "font-size": fontSize, "font-family": fontFamily, "font-weight": fontWeight };
  return s("text", { x, y, fill, ...font, "dominant-baseline": "central" }, text);
}

/** Copies a drawing with the looks that it has on the page. */
function standalone(svg: SVGSVGElement): SVGSVGElement {
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
  copy.removeAttribute("aria-hidden");
  return copy;
}
