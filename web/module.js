/** Takes the tables out of the library's module: the page makes them again when it starts. */

/** The numbers of two of a module's sections. */
const DATA_COUNT = 12;
const DATA = 11;
/** The opcodes of a segment's offset. */
const CONSTANT = 0x41;
const END = 0x0b;

/** Reads numbers of the module's format, seven bits in a byte. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    let [value, place] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * place;
      if (byte < 128) return value;
      place *= 128;
    }
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** Writes such a number. With a sign, the last byte's second highest bit must not be set. */
function number(value, isSigned = false) {
  const bytes = [];
  let left = value;
  for (; left >= (isSigned ? 64 : 128); left = Math.floor(left / 128))
    bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

/** Starts a module as the page does, and returns its memory and what it made of each table. */
function start(module) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {});
  const { memory, output, make_table } = exports;
  const tables = [];
  for (let length; (length = make_table(tables.length)) > 0;) {
    const bytes = Buffer.from(memory.buffer);
    const made = bytes.subarray(output(), output() + length);
    const [address, entries] = [made.readUInt32LE(), made.subarray(4)];
    const end = address + entries.length;
    tables.push({ address, end, isSame: bytes.subarray(address, end).equals(entries) });
    entries.copy(bytes, address);
  }
  return { memory: Buffer.from(memory.buffer), tables };
}

/** Reads the data section: parts of the memory's contents. */
function readSegments(body) {
  const reader = new Reader(body);
  return Array.from({ length: reader.number() }, () => {
    const [kind, constant] = reader.take(2);
    const address = reader.number();
    const [end] = reader.take(1);
    if (kind !== 0 || constant !== CONSTANT || end !== END) throw new Error("an unknown segment");
    return { address, bytes: reader.take(reader.number()) };
  });
}

function writeSegments(segments) {
  const parts = segments.flatMap(({ address, bytes }) => [
    Buffer.from([0, CONSTANT]),
    number(address, true),
    Buffer.from([END]),
    number(bytes.length),
    bytes,
  ]);
  return Buffer.concat([number(segments.length), ...parts]);
}

/** Cuts the tables out of a segment. */
function cut({ address, bytes }, tables) {
  const end = address + bytes.length;
  const inside = tables.filter((table) => table.address >= address && table.end <= end);
  const starts = [address, ...inside.map((table) => table.end)];
  const ends = [...inside.map((table) => table.address), end];
  return starts
    .map((start, at) => ({
      address: start,
      bytes: bytes.subarray(start - address, ends[at] - address),
    }))
    .filter(({ bytes }) => bytes.length > 0);
}

/** Returns the module without the contents of its tables. */
export function withoutTables(module) {
  const whole = start(module);
  const different = whole.tables.findIndex(({ isSame }) => !isSame);
  if (different >= 0) throw new Error(`table ${different} is made differently in the browser`);
  const tables = whole.tables.sort((a, b) => a.address - b.address);
  const reader = new Reader(module);
  const parts = [reader.take(8)];
  let first = 0;
  while (reader.at < module.length) {
    const [section] = reader.take(1);
    let body = reader.take(reader.number());
    if (section === DATA_COUNT) throw new Error("a module with a count of segments");
    if (section === DATA) {
      const segments = readSegments(body);
      first = Math.min(...segments.map(({ address }) => address));
      body = writeSegments(segments.flatMap((segment) => cut(segment, tables)));
    }
    parts.push(Buffer.from([section]), number(body.length), body);
  }
  const rest = Buffer.concat(parts);
  // Below the first segment is the stack, which keeps what was compared.
  if (!start(rest).memory.subarray(first).equals(whole.memory.subarray(first)))
    throw new Error("more than the tables was cut out");
  return rest;
}
