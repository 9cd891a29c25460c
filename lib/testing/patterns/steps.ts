import type { Instruction, PatternProgram } from "./program";

/**
 * How many steps a regular expression takes to find its matches in a text: all of them with the flag `g`, else the first one.
 * The count is that of a matcher that tries one way after the other. It is the same on every machine.
 * @param stepsMax where it stops
 */
export function stepsOf(program: PatternProgram, text: string, stepsMax: number): number {
  const signs = program.flags.includes("u") || program.flags.includes("v") ? [...text] : text.split("");
  const run = new Run(signs, new Int32Array(program.slots).fill(-1), stepsMax);
  const isSticky = program.flags.includes("y");
  for (let at = 0; at <= signs.length && run.steps < stepsMax; ) {
    const end = run.match(program.code, at, false);
    if (end !== null && !program.flags.includes("g")) break;
    if (end === null && (isSticky || program.isAnchored)) break;
    at = end === null || end === at ? at + 1 : end;
  }
  return run.steps;
}

interface Choice {
  readonly code: number;
  readonly at: number;
  readonly undone: number;
}

class Run {
  steps = 0;
  /** Slots and what they held before, to be put back when another way is tried. */
  private readonly trail: number[] = [];

  constructor(
    private readonly signs: readonly string[],
    private readonly slots: Int32Array,
    private readonly stepsMax: number,
  ) {}

  /** @returns where the match ends; `null` when there is none */
  match(code: readonly Instruction[], start: number, back: boolean): number | null {
    const choices: Choice[] = [];
    const first = this.trail.length;
    let next = 0;
    let at = start;
    for (;;) {
      if (++this.steps > this.stepsMax) return null;
      const step = code[next] ?? { op: "done" };
      let isGood = true;
      next++;
      switch (step.op) {
        case "done":
          return at;
        case "sign": {
          const sign = this.signs[back ? at - 1 : at];
          isGood = sign !== undefined && step.fits(sign);
          at += back ? -1 : 1;
          break;
        }
        case "split":
          choices.push({ code: step.second, at, undone: this.trail.length });
          next = step.first;
          break;
        case "go":
          next = step.to;
          break;
        case "set":
          this.set(step.slot, step.to === "here" ? at : step.to === "more" ? this.slot(step.slot) + 1 : 0);
          break;
        case "count":
          if (this.slot(step.slot) < step.min) next++;
          else if (this.slot(step.slot) >= step.max) next = step.end;
          break;
        case "moved":
          isGood = this.slot(step.slot) !== at || (step.counted !== null && this.slot(step.counted) <= step.min);
          break;
        case "edge":
          isGood = step.holds(this.signs[at - 1] ?? "", this.signs[at] ?? "");
          break;
        case "look":
          isGood = (this.match(step.inner, at, step.back) !== null) !== step.not;
          break;
        case "again": {
          const said = this.signs.slice(Math.max(0, this.slot(step.from)), Math.max(0, this.slot(step.to)));
          isGood = said.every((sign, i) => sign === this.signs[back ? at - said.length + i : at + i]);
          at += back ? -said.length : said.length;
        }
      }
      if (isGood) continue;
      const choice = choices.pop();
      if (choice === undefined) {
        this.undo(first);
        return null;
      }
      this.undo(choice.undone);
      next = choice.code;
      at = choice.at;
    }
  }

  private slot(slot: number): number {
    return this.slots[slot] ?? -1;
  }

  private set(slot: number, value: number): void {
    this.trail.push(slot, this.slot(slot));
    this.slots[slot] = value;
  }

  private undo(length: number): void {
    while (this.trail.length > length) {
      const value = this.trail.pop() ?? -1;
      this.slots[this.trail.pop() ?? 0] = value;
    }
  }
}
