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

/** Runs the module and returns the place of each table, which must be what is made again. */
function tablesOf(module) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {});
  const { memory, output, make_table } = exports;
  const kept = Buffer.from(memory.buffer.slice(0));
  const tables = [];
  for (let length; (length = make_table(tables.length)) > 0;) {
    const made = Buffer.from(memory.buffer, output(), length);
    const [address, entries] = [made.readUInt32LE(), made.subarray(4)];
    const end = address + entries.length;
    if (!kept.subarray(address, end).equals(entries))
      throw new Error(`table ${tables.length} is made differently in the browser`);
    tables.push({ address, end });
  }
  return tables.sort((a, b) => a.address - b.address);
}

/** Cuts the tables out of a segment of the memory's contents. */
function cut(address, bytes, tables) {
  const parts = [];
  let start = address;
  const end = address + bytes.length;
  const inside = tables.filter((table) => table.address >= address && table.end <= end);
  for (const table of [...inside, { address: end, end }]) {
    if (table.address > start)
      parts.push([start, bytes.subarray(start - address, table.address - address)]);
    start = table.end;
  }
  return { parts, tables: inside.length };
}

/** Writes the data section without the tables. */
function cutSection(body, tables) {
  const reader = new Reader(body);
  const segments = [];
  let found = 0;
  for (let left = reader.number(); left > 0; left--) {
    const [kind, constant] = reader.take(2);
    const address = reader.number();
    const [end] = reader.take(1);
    if (kind !== 0 || constant !== CONSTANT || end !== END) throw new Error("an unknown segment");
    const some = cut(address, reader.take(reader.number()), tables);
    segments.push(...some.parts);
    found += some.tables;
  }
  if (found !== tables.length) throw new Error("a table is in no segment");
  return Buffer.concat([
    number(segments.length),
    ...segments.flatMap(([address, bytes]) => [
      Buffer.from([0, CONSTANT]),
      number(address, true),
      Buffer.from([END]),
      number(bytes.length),
      bytes,
    ]),
  ]);
}

/** Returns the module without the contents of its tables. */
export function withoutTables(module) {
  const tables = tablesOf(module);
  const reader = new Reader(module);
  const parts = [reader.take(8)];
  while (reader.at < module.length) {
    const [section] = reader.take(1);
    const body = reader.take(reader.number());
    if (section === DATA_COUNT) throw new Error("a module with a count of segments");
    const written = section === DATA ? cutSection(body, tables) : body;
    parts.push(Buffer.from([section]), number(written.length), written);
  }
  return Buffer.concat(parts);
}
