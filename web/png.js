/** Draws pictures of rectangles and discs, and writes them as PNG with a palette. */

import { deflateSync } from "node:zlib";

/** The checksums of the 256 bytes. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let turn = 0; turn < 8; turn++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = CHECKSUMS[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Writes a part of the file: its length, its name, its contents and their checksum. */
function part(name, contents) {
  const named = Buffer.concat([Buffer.from(name), contents]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(contents.length);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** A picture of as many colours as its palette has; at first all of it has the first colour. */
export class Picture {
  /** The palette has texts such as `#17664f`. */
  constructor(width, height, palette) {
    [this.width, this.height, this.palette] = [width, height, palette];
    this.dots = new Uint8Array(width * height);
  }

  rectangle(x, y, width, height, colour) {
    for (let line = y; line < y + height; line++)
      this.dots.fill(colour, line * this.width + x, line * this.width + x + width);
  }

  disc(x, y, radius, colour) {
    for (let line = -radius; line <= radius; line++) {
      const half = Math.floor(Math.sqrt(radius * radius - line * line));
      this.rectangle(x - half, y + line, 2 * half + 1, 1, colour);
    }
  }

  png() {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    // Eight bits a dot, which are places in the palette.
    head.set([8, 3, 0, 0, 0], 8);
    const colours = Buffer.from(this.palette.map((text) => text.slice(1)).join(""), "hex");
    // Before each line stands that it is written as it is.
    const lines = Buffer.alloc((this.width + 1) * this.height);
    for (let line = 0; line < this.height; line++) {
      const start = line * this.width;
      lines.set(this.dots.subarray(start, start + this.width), line * (this.width + 1) + 1);
    }
    const parts = [
      part("IHDR", head),
      part("PLTE", colours),
      part("IDAT", deflateSync(lines, { level: 9 })),
      part("IEND", Buffer.alloc(0)),
    ];
    return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
  }
}
