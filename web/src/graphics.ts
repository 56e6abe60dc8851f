/** Counts move sequences on the graphics card, beside the page, by shaders printed from the formulas. */

import { Engine, answerAll } from "./engine";
import { graphics as words, legal } from "./texts/en";

// The compiler's library has the types of WebGPU without its numbers.
type Usage = "STORAGE" | "UNIFORM" | "INDIRECT" | "MAP_READ" | "COPY_SRC" | "COPY_DST";
declare const GPUBufferUsage: Record<Usage, number>;
declare const GPUShaderStage: { COMPUTE: number };
declare const GPUMapMode: { READ: number };

/** The shaders for the positions after an odd number of moves and for the others, and each move. */
interface Printed {
  shaders: [string, string];
  moves: { uci: string; node: number[]; replies: number }[];
  most_moves: number;
}

const KERNELS = ["list_moves", "make_moves", "count_replies"];
const FILTERS = ["validation", "out-of-memory", "internal"] as const;
/** The most nodes whose moves are listed at once, to make the moves and to count the replies. */
const [MADE, COUNTED] = [2048, 8192];
const BYTES_OF_NODE = 32;
/** The places in the state: the number of listed moves, the dispatch that takes them, and the sum. */
const [DISPATCH, SUM, END] = [4, 16, 24];

type Card = Awaited<ReturnType<typeof openCard>>;

/** Takes the graphics card that the browser has. No position has more moves than `mostMoves`. */
async function openCard(mostMoves: number) {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new Error(words.missing);
  const device = await adapter.requestDevice();
  const { queue } = device;
  const { STORAGE, UNIFORM, INDIRECT, MAP_READ, COPY_SRC, COPY_DST } = GPUBufferUsage;
  const newBuffer = (size: number, usage: number): GPUBuffer =>
    device.createBuffer({ size, usage: usage | COPY_DST });
  const [chunk, state] = [newBuffer(8, UNIFORM), newBuffer(END, STORAGE | COPY_SRC)];
  const [dispatch, copy] = [newBuffer(12, INDIRECT), newBuffer(END, MAP_READ)];
  const moves = newBuffer(8 * COUNTED * mostMoves, STORAGE);
  /** The nodes with one move left, which are only counted and not kept, with two moves, and so on. */
  const nodes = [newBuffer(BYTES_OF_NODE, STORAGE)];
  const types = ["read-only-storage", "uniform", "storage", "storage", "storage"] as const;
  const layout = device.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } })),
  });
  const compiled = new Map<string, Promise<GPUComputePipeline[]>>();
  let isLost = false;
  const lost = device.lost.then(({ message }): never => {
    isLost = true;
    throw new Error(words.lost(message));
  });
  lost.catch(() => {});

  /** Returns the kernels of a shader, which is compiled once. */
  function compile(code: string): Promise<GPUComputePipeline[]> {
    const known = compiled.get(code);
    if (known) return known;
    const module = device.createShaderModule({ code });
    const bound = device.createPipelineLayout({ bindGroupLayouts: [layout] });
    const kernels = Promise.all(KERNELS.map((entryPoint) =>
      device.createComputePipelineAsync({ layout: bound, compute: { module, entryPoint } }),
    ));
    compiled.set(code, kernels);
    return kernels;
  }

  /** Reads the state when all is done that was asked for. */
  async function read(): Promise<Uint32Array> {
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(state, 0, copy, 0, END);
    queue.submit([encoder.finish()]);
    // What waits for a card that is lost may fail before the loss is told.
    const late = (error: unknown) => new Promise<never>((_, fail) => setTimeout(fail, 500, error));
    await Promise.race([copy.mapAsync(GPUMapMode.READ).catch(late), lost]);
    const numbers = new Uint32Array(copy.getMappedRange().slice(0));
    copy.unmap();
    return numbers;
  }

  /** Takes the nodes of a level in chunks. Their moves are made, or at the end the replies are counted. */
  async function descend([kernels, ...below]: GPUComputePipeline[][], total: number): Promise<void> {
    const [list, make, count] = kernels!;
    const [most, take] = below.length === 0 ? [COUNTED, count!] : [MADE, make!];
    const buffers = [nodes[below.length + 1]!, chunk, state, moves, nodes[below.length]!];
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const group = device.createBindGroup({ layout, entries });
    for (let first = 0; first < total; first += most) {
      const length = Math.min(total - first, most);
      queue.writeBuffer(chunk, 0, new Uint32Array([first, length]));
      queue.writeBuffer(state, 0, new Uint32Array([0, 0, 1, 1]));
      const encoder = device.createCommandEncoder();
      const run = (kernel: GPUComputePipeline, start: (pass: GPUComputePassEncoder) => void): void => {
        const pass = encoder.beginComputePass();
        pass.setPipeline(kernel);
        pass.setBindGroup(0, group);
        start(pass);
        pass.end();
      };
      run(list!, (pass) => pass.dispatchWorkgroups(Math.ceil(length / 64)));
      encoder.copyBufferToBuffer(state, DISPATCH, dispatch, 0, 12);
      run(take, (pass) => pass.dispatchWorkgroupsIndirect(dispatch, 0));
      queue.submit([encoder.finish()]);
      if (below.length > 0) await descend(below, (await read())[0]!);
    }
  }

  /** Counts the sequences after a node: of a move for each of the shaders' kernels, and one more. */
  async function countAfter(node: number[], kernels: GPUComputePipeline[][]): Promise<number> {
    for (const filter of FILTERS) device.pushErrorScope(filter);
    while (nodes.length <= kernels.length) nodes.push(newBuffer(BYTES_OF_NODE * MADE * mostMoves, STORAGE));
    queue.writeBuffer(nodes[kernels.length]!, 0, new Uint32Array(node));
    queue.writeBuffer(state, SUM, new Uint32Array(2));
    await descend(kernels, 1);
    const [low, high] = (await read()).subarray(SUM / 4);
    const errors = await Promise.all(FILTERS.map(() => device.popErrorScope()));
    for (const error of errors) if (error) throw new Error(error.message.split("\n")[0]);
    return low! + high! * 2 ** 32;
  }

  return { compile, countAfter, isLost: () => isLost };
}

const engine = Engine.load("shaders.wasm").catch(() => Promise.reject(new Error(legal.missing)));
let card: Card | undefined;

answerAll(async ([request]) => {
  if (!request) return () => undefined; // Without a move there is nothing to count.
  const printed = (await engine).ask<Printed>({ ask: "shaders", fen: request.fen });
  if (!card || card.isLost()) card = await openCard(printed.most_moves);
  const { compile, countAfter } = card;
  const [odd, even] = await Promise.all(printed.shaders.map(compile));
  return ({ uci, depth }) => {
    const { node, replies } = printed.moves.find((move) => move.uci === uci)!;
    const left = (depth as number) - 1;
    if (left < 2) return left === 0 ? 1 : replies;
    return countAfter(node, Array.from({ length: left - 1 }, (_, at) => (at % 2 === 0 ? odd! : even!)));
  };
});
