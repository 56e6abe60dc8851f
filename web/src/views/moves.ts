/** The legal moves of a position, and perft with the numbers of each move. */

import { type App, type ViewPart, messageOf, number } from "../app";
import { type Running, prepare, runInBackground } from "../background";
import { drawBoard } from "../board";
import { alarm, announce, button, h, mark, replace } from "../dom";
import { putGrid } from "../grid";
import { pieceName, piecesOf } from "../pieces";
import { has, nameOf, setOf, squareOf } from "../squares";
import type { State } from "../state";
import { graphics, perft as words, rules } from "../texts/en";
import type { Mended, Move, PositionFacts } from "../types";
import { fenField, numberingField, rulesField } from "./fields";

/** The squares on which a move is dropped: of castling, the rook's and the king's. */
const targetsOf = ({ to, uci }: Move): number[] =>
  [to, uci.slice(2, 4)].map((name) => squareOf(name)!);

/** Writes castling rights as the FEN does that was read: by letters of files, its rules are Chess960's. */
const written = ({ fen }: State, next: { fen: string; shredder_fen: string }): string =>
  /^\S+ \S+ [A-Ha-h]/.test(fen) ? next.shredder_fen : next.fen;

export function movesView(app: App): ViewPart {
  const head = h("div", {});
  const [grid, about] = [h("div", {}), h("div", { class: "column" })];
  const boardPlace = h("div", { class: "column" }, grid, about);
  const list = h("div", { class: "column" });
  const depthField = h("input", {
    type: "number", min: 1, max: 9,
    change: () => {
      const { depth: old } = app.store.state;
      const depth = Number(depthField.value);
      const isDepth = Number.isInteger(depth) && depth >= 1 && depth <= 9;
      mark(depthField, isDepth ? undefined : `A depth is a whole number from 1 to 9. It stays ${old}.`);
      if (isDepth) app.store.set({ depth });
    },
  });
  const result = h("div", { class: "result" });
  const pasted = h("textarea", { rows: 3, spellcheck: "false", maxlength: 20_000 });
  const compared = h("div", { class: "compared-numbers", role: "status" });
  /** What the processor and the graphics card have counted: the number of each move, by its name. */
  const counted = [new Map<string, number>(), new Map<string, number>()] as const;
  const sums = [h("p", { class: "sum" }), h("p", { class: "sum" })] as const;
  const [same, heads, body] = [h("p", {}), h("thead", {}), h("tbody", {})];
  let card = "";
  const countOnCard = button(graphics.count, () => count(1), { hidden: true });
  // Without an adapter there is no button.
  navigator.gpu?.requestAdapter().then((adapter) => {
    const { vendor = "", architecture = "" }: Partial<GPUAdapterInfo> = adapter?.info ?? {};
    card = `${vendor} ${architecture}`.trim();
    countOnCard.hidden = !adapter;
  }, () => {});
  const perft = h("div", { class: "perft" },
    h("h2", { class: "small-title" }, "Perft"),
    h("p", {}, "Counts the legal move sequences of a length, move by move, with the library's counter."),
    h("div", { class: "pick" },
      h("label", { class: "field" }, h("span", {}, "Depth"), depthField),
      button("Count", () => (depthField.ariaInvalid ? depthField.focus() : count(0)), { class: "primary" }),
      countOnCard,
      button("Cancel", () => running?.cancel()),
    ),
    result,
    h("div", { class: "pick" },
      h("label", { class: "field wide" }, h("span", {}, words.paste), pasted),
      button(words.compare, () => replace(compared, ...compareWith(facts!.moves, counted, pasted.value))),
    ),
    compared,
  );
  const sides = h("div", { class: "sides" }, boardPlace, h("div", {}, list, perft));
  const element = h("div", { class: "view moves" }, head, sides);
  let chosen: number | undefined;
  let running: Running | undefined;
  let facts: PositionFacts | undefined;

  const play = (move: Move): void => {
    try {
      const next = app.engine.ask<PositionFacts>({ ask: "play", fen: facts!.shredder_fen, uci: move.uci });
      chosen = undefined;
      app.store.set({ fen: written(app.store.state, next) });
    } catch (error) {
      list.prepend(alarm(messageOf(error)));
    }
  };

  /** Picks a piece, or plays the picked piece's move; of promotions, the queen's. */
  const pick = (square: number): void => {
    const from = chosen === undefined ? [] : facts!.moves.filter((move) => move.from === nameOf(chosen!));
    const here = from.filter((move) => targetsOf(move).includes(square));
    const best = here.find((move) => move.uci.endsWith("q")) ?? here[0];
    if (best) return play(best);
    const isOther = chosen !== square && facts!.moves.some((move) => move.from === nameOf(square));
    chosen = isOther ? square : undefined;
    drawPosition(app.store.state);
  };

  const drawPosition = (state: State): void => {
    const pieces = piecesOf(facts!);
    const at = new Map(pieces.map(([piece, square]) => [square, piece]));
    const picked = facts!.moves.filter((move) => chosen !== undefined && move.from === nameOf(chosen));
    const targets = setOf(picked.flatMap(targetsOf));
    const sets: [string, bigint][] = [["attacks", targets]];
    if (chosen !== undefined) sets.unshift(["chosen", setOf([chosen])]);
    const board = drawBoard({ pieces, sets, numbering: state.numbering }, "");
    putGrid(grid, board, "moves", "The position: choose a piece, then its target", {
      label: (square) => {
        const own = square === chosen ? ", chosen" : has(targets, square) ? ", target" : "";
        return (at.has(square) ? pieceName(at.get(square)!) : "empty") + own;
      },
      isMovable: (square) => facts!.moves.some((move) => move.from === nameOf(square)),
      toggle: pick,
      move: (from, to) => {
        if (to === undefined) return;
        chosen = from;
        pick(to);
        chosen = undefined;
        if (app.store.state === state) drawPosition(state);
      },
    });
    about.replaceChildren(
      h("p", { class: "count" },
        `${facts!.side_to_move} to move · ${facts!.moves.length} legal moves${facts!.state ? ` · ${facts!.state}` : ""}`,
      ),
      h("p", { class: "mono" }, facts!.fen),
      facts!.guess ? h("p", { class: "guess", role: "status" }, rules.guess(facts!.guess)) : "",
    );
    const shown = chosen === undefined ? facts!.moves : picked;
    replace(list,
      h("h2", { class: "small-title" }, chosen === undefined ? "Legal moves" : `Moves from ${nameOf(chosen)}`),
      h("div", { class: "list" },
        ...shown.map((move) => button(move.san, () => play(move), { title: move.uci })),
      ),
    );
  };

  /** Says what is wrong with a FEN, with a button that leaves it out where that can be done. */
  const drawFault = (state: State, fault: string): void => {
    let mended: Mended | undefined;
    try {
      mended = app.engine.ask<Mended>({ ask: "mend", fen: state.fen, rules: state.rules });
    } catch {
      // Not every fault can be mended.
    }
    const faults = new Set([fault, ...(mended?.mends ?? [])]);
    const fen = mended && written(state, mended);
    const mend = fen && button(rules.mend, () => app.store.set({ fen }), { title: fen });
    grid.replaceChildren();
    replace(about, ...[...faults].map(alarm), mend ?? "");
  };

  /** Makes room for the numbers of another position or depth. */
  const clear = (): void => {
    running?.cancel();
    for (const numbers of counted) numbers.clear();
    for (const part of [result, ...sums, same, heads, body, compared]) part.replaceChildren();
    delete result.dataset.state;
  };

  /** Returns the cell with a number of a move. */
  const cellOf = (move: Move, by: 0 | 1): HTMLElement => {
    let row = [...body.rows].find(({ dataset }) => dataset.uci === move.uci);
    if (!row) {
      // The line goes on: after the move there is one move less to count.
      const goOn = (): void => {
        const depth = Math.max(1, app.store.state.depth - 1);
        play(move);
        app.store.set({ depth });
        count(by);
      };
      const name = button(move.san, goOn, { class: "link", title: words.go(move.san) });
      row = h("tr", { "data-uci": move.uci }, h("th", { scope: "row" }, name));
      body.append(row);
    }
    while (row.cells.length < by + 2) row.append(h("td", { class: "figure" }));
    return row.cells[by + 1]!;
  };

  /** Says whether the processor and the graphics card have the same numbers, when both have them all. */
  const compareBoth = (moves: Move[]): void => {
    if (moves.length === 0 || counted.some(({ size }) => size < moves.length)) return;
    const differ = moves.filter(({ uci }) => counted[0].get(uci) !== counted[1].get(uci));
    same.className = differ.length === 0 ? "good" : "bad";
    same.textContent = graphics.same(differ.map(({ san }) => san));
  };

  /** Counts on the processor or on the graphics card. */
  const count = (by: 0 | 1): void => {
    running?.cancel();
    const [{ shredder_fen: fen, moves }, { depth }] = [facts!, app.store.state];
    const [numbers, sum] = [counted[by], sums[by]];
    numbers.clear();
    for (const part of [same, compared]) part.replaceChildren();
    delete result.dataset.state;
    for (const row of body.rows) row.cells[by + 1]?.replaceChildren();
    const head = graphics.heads.map((name) => h("th", { scope: "col", class: "figure" }, name));
    if (by === 1) heads.replaceChildren(h("tr", {}, ...head));
    const bar = h("progress", { max: Math.max(1, moves.length), value: 0, "aria-label": "Moves counted" });
    result.replaceChildren(
      bar, ...sums.filter((one) => one === sum || one.textContent !== ""), same,
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers by move" },
        h("table", { class: "divide" }, heads, body),
      ),
    );
    let [total, time] = [0, 0];
    const tell = (mark: string): void => {
      const speed = time > 0 ? `${number(Number((total / time / 1000).toPrecision(3)))} million a second` : "";
      const name = by === 1 ? graphics.name(card) : "";
      if (numbers.size === 0) return sum.replaceChildren(name, mark);
      sum.replaceChildren(
        name, h("b", {}, number(total)), ` ${mark}`,
        h("span", { class: "speed" }, ` ${(time / 1000).toFixed(3)} s, ${speed}`),
      );
    };
    if (by === 1) tell(graphics.compiling);
    const requests = moves.map(({ uci }) => ({ ask: "perft", fen, uci, depth }));
    running = runInBackground<number>(requests, {
      answer(at, nodes, milliseconds) {
        [total, time] = [total + nodes, time + milliseconds];
        bar.value = at + 1;
        numbers.set(moves[at]!.uci, nodes);
        cellOf(moves[at]!, by).textContent = number(nodes);
        tell("so far");
      },
      end(error) {
        running = undefined;
        bar.remove();
        tell(error === undefined ? "move sequences" : `(${error})`);
        compareBoth(moves);
        announce(`${sum.textContent} ${same.textContent}`);
        result.dataset.state = error === undefined ? "done" : "cancelled";
      },
    }, by === 1 ? "graphics.js" : undefined);
  };

  void (async () => (await navigator.serviceWorker.ready).active?.postMessage("count.wasm"))().catch(() => {});
  return {
    element,
    update(state, before) {
      const isSame = (part: keyof State): boolean => before?.[part] === state[part];
      if (facts && ["fen", "rules", "depth", "numbering"].every((part) => isSame(part as keyof State))) return;
      prepare();
      const isOther = !isSame("fen") || !isSame("rules");
      if (isOther || !isSame("depth")) {
        clear();
        depthField.value = String(state.depth);
        mark(depthField, undefined);
      }
      if (facts && !isOther && isSame("numbering")) return;
      if (isOther) chosen = undefined;
      replace(head, fenField(app, state.fen), h("div", { class: "pick" }, rulesField(app), numberingField(app)));
      try {
        facts = app.engine.ask<PositionFacts>({ ask: "position", fen: state.fen, rules: state.rules });
        drawPosition(state);
      } catch (error) {
        facts = undefined;
        drawFault(state, messageOf(error));
        list.replaceChildren();
      }
      perft.hidden = !facts;
    },
    leave: () => running?.cancel(),
  };
}

/** Reads another program's numbers, and says where they differ from those that were counted. */
function compareWith(moves: Move[], counted: readonly Map<string, number>[], text: string): HTMLElement[] {
  const say = (said: string, look = ""): HTMLElement => h("p", { class: look }, said);
  const lines = text.split("\n").map((line) => line.trim());
  const theirs = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    // A sum, or what a program says besides, has no move in front.
    if (line === "" || /^(nodes|total|time|depth|info|perft|moves)\b/i.test(line) || /^[\d, ]+$/.test(line)) continue;
    const found = /^([A-Za-z][\w+#=-]*)\s*[:=]?\s+(\d[\d,_ ]*)$/.exec(line) ?? /^([A-Za-z][\w+#=-]*):(\d+)$/.exec(line);
    if (!found) return [say(words.unread(at + 1, line.slice(0, 40)), "error")];
    theirs.set(found[1]!.replace(/[+#]/g, ""), Number(found[2]!.replace(/[, _]/g, "")));
  }
  if (theirs.size === 0) return [say(words.none, "error")];
  const numbers = counted.find(({ size }) => size === moves.length);
  if (!numbers || moves.length === 0) return [say(words.first, "error")];
  const [missing, differ]: [string[], string[]] = [[], []];
  for (const { uci, san, from, to } of moves) {
    const own = numbers.get(uci)!;
    // Castling is the king's target, or the rook's square.
    const names = [uci, `${from}${to}${uci.slice(4)}`, san.replace(/[+#]/g, "")];
    const name = names.find((name) => theirs.has(name));
    if (name === undefined) missing.push(san);
    else if (theirs.get(name) !== own) differ.push(`${san} (${number(own)}, not ${number(theirs.get(name)!)})`);
    for (const name of names) theirs.delete(name);
  }
  const faults = ([["differ", differ], ["missing", missing], ["extra", [...theirs.keys()]]] as const)
    .flatMap(([fault, names]) => (names.length > 0 ? [say(words[fault]([...names]), "bad")] : []));
  return faults.length === 0 ? [say(words.same(moves.length), "good")] : faults;
}
