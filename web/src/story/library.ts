/** Asks the library what a chapter shows: values and operations by the names of their steps. */

import { type FlatStep, type Row, flatten, rowsOf } from "../operations";
import { type Engine, loadModule } from "../engine";
import { hex, nameOf } from "../squares";
import { type Explained, type Hex, SLIDERS, type Slider, type Technique } from "../types";

export type LineName = "rank" | "file" | "diagonal" | "anti-diagonal";

/** What stands on a chapter's board. */
export interface Scene {
  slider: Slider;
  square: number;
  occupied: bigint;
  /** The line that the chapter looks at, where it looks at one. */
  line: LineName;
}

/** How a factor hashes a square's relevant occupied squares, as the library answers. */
export interface Trial {
  mask: Hex;
  product: Hex;
  index: number;
  tried: number;
  collision: [Hex, Hex] | null;
}

/** A Boolean function: where its diagram begins, and of each node the variable and where it leads. */
export type Diagram = [root: number, nodes: [variable: number, no: number, yes: number][]];

/** What is proved of a square, as the library answers. */
export interface Diagrams {
  squares: string[];
  borrow: Diagram;
  formula: Diagram;
  definition: Diagram;
  is_equal: boolean;
  nodes: number;
}

/** The steps of a part of an explanation, by their names. */
export class Part {
  constructor(readonly explained: Explained, readonly steps: FlatStep[], private readonly section: number) {}

  at(name: string): number {
    const found = this.steps.findIndex(({ step, section }) => section === this.section && step.name === name);
    if (found < 0) throw new Error(`no step ${name}`);
    return found;
  }

  value(name: string): bigint {
    return BigInt(this.steps[this.at(name)]!.step.value);
  }

  /** Returns an operation inside a step. */
  row(name: string, op: string): Row {
    return rowsOf(this.explained, this.steps, this.at(name)).find((row) => row.op === op)!;
  }
}

/** The slider that has a line. */
export const sliderOf = (line: LineName): Slider =>
  line === "rank" || line === "file" ? "rook" : "bishop";

/** Computes attacks before the whole library is there: 64 bits with a sign come and go. */
export type Attacks = (slider: number, square: number, occupied: bigint) => bigint;

/** Loads the module of few bytes that the first board needs. */
export const loadAttacks = async (): Promise<Attacks> =>
  (await loadModule<{ attacks: Attacks }>("first.wasm")).attacks;

export class Library {
  private loaded: Engine | undefined;
  techniques: Technique[] = [];

  constructor(private readonly attacks: Attacks) {}

  /** Takes the whole library, as soon as it is there. */
  complete(engine: Engine, techniques: Technique[]): void {
    [this.loaded, this.techniques] = [engine, techniques];
  }

  get isWhole(): boolean {
    return this.loaded !== undefined;
  }

  ask<T>(request: Parameters<Engine["ask"]>[0]): T {
    if (!this.loaded) throw new Error("the library is not there yet");
    return this.loaded.ask<T>(request);
  }

  /** Returns the attacks of the scene's slider. */
  attacksOf({ slider, square, occupied }: Scene): bigint {
    return BigInt.asUintN(64, this.attacks(SLIDERS.indexOf(slider), square, occupied));
  }

  private query({ slider, square, occupied }: Scene) {
    return { slider, square: nameOf(square), occupied: hex(occupied) };
  }

  /** Explains a technique; `title` is the part, such as a line's. */
  explain(technique: string, scene: Scene, title: string): Part {
    const explained = this.ask<Explained>({ ask: "explain", technique, ...this.query(scene) });
    const { sections } = explained.explanation;
    return new Part(explained, flatten(explained), sections.findIndex((section) => section.title === title));
  }

  /** Explains a technique on the scene's line. */
  onLine(technique: string, scene: Scene): Part {
    return this.explain(technique, { ...scene, slider: sliderOf(scene.line) }, scene.line);
  }

  trial(scene: Scene, factor: bigint): Trial {
    return this.ask<Trial>({ ask: "trial", ...this.query(scene), factor: hex(factor) });
  }

  operations(id: string, slider: Slider): number {
    const { costs } = this.technique(id);
    return costs[SLIDERS.indexOf(slider)]!.operations;
  }

  technique(id: string): Technique {
    return this.techniques.find((technique) => technique.id === id)!;
  }
}
