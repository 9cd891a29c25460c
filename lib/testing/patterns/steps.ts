import type { Instruction, PatternProgram } from "./program";

/**
 * The number of steps to find all matches with the flag `g`, else the first one. A backtracking matcher
 * counts them, so the result is the same on every machine.
 * @param signs the text from {@link signsOf}
 * @param stepsMax where it stops
 */
export function stepsOf(program: PatternProgram, signs: Int32Array, stepsMax: number): number {
  const run = new Run(signs, new Int32Array(program.slots).fill(-1), stepsMax);
  const code = quickCode(program.code);
  const isSticky = program.flags.includes("y");
  for (let at = 0; at <= signs.length && run.steps < stepsMax;) {
    const end = run.match(code, at);
    if (end >= 0 && !program.flags.includes("g")) break;
    if (end < 0 && (isSticky || program.isAnchored)) break;
    at = end < 0 || end === at ? at + 1 : end;
  }
  return run.steps;
}

/** Characters by number, so that a test is a lookup. */
const NUMBERS = new Map<string, number>();
const NAMES: string[] = [];
const SIGNS_MAX = 4_096;

/** Characters with the flags `u` and `v`, else UTF-16 code units. */
export function signsOf({ flags }: PatternProgram, text: string): readonly number[] {
  return (/[uv]/.test(flags) ? [...text] : text.split("")).map((sign) => {
    const known = NUMBERS.get(sign) ?? NAMES.push(sign) - 1;
    NUMBERS.set(sign, known);
    return known;
  });
}

interface Quick {
  readonly step: Instruction;
  /** By the character's number: 1 matches, 2 does not, 0 is unknown. */
  readonly known: Uint8Array;
  readonly inner: readonly Quick[];
}

const NONE = new Uint8Array(0);
const quick = new WeakMap<readonly Instruction[], readonly Quick[]>();

function quickCode(code: readonly Instruction[]): readonly Quick[] {
  const made =
    quick.get(code) ??
    code.map((step) => ({
      step,
      known: step.op === "sign" ? new Uint8Array(SIGNS_MAX) : NONE,
      inner: step.op === "look" ? quickCode(step.inner) : [],
    }));
  quick.set(code, made);
  return made;
}

class Run {
  steps = 0;
  /** Earlier values of slots, restored when another way is tried. */
  private readonly trail: number[] = [];
  private readonly choices: number[] = [];

  constructor(
    private readonly signs: Int32Array,
    private readonly slots: Int32Array,
    private readonly stepsMax: number,
  ) {}

  match(code: readonly Quick[], start: number, back = false): number {
    const { choices } = this;
    const before = choices.length;
    const first = this.trail.length;
    const move = back ? -1 : 1;
    let next = 0;
    let at = start;
    for (;;) {
      if (++this.steps > this.stepsMax) return -1;
      const quickStep = code[next++];
      if (quickStep === undefined) return this.found(at, before);
      const { step } = quickStep;
      let isGood = true;
      switch (step.op) {
        case "done":
          return this.found(at, before);
        case "sign":
          isGood = this.fits(quickStep, back ? at - 1 : at);
          at += move;
          break;
        case "split":
          choices.push(step.second, at, this.trail.length);
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
          isGood =
            this.slot(step.slot) !== at || (step.counted !== null && this.slot(step.counted) <= step.min);
          break;
        case "edge":
          isGood = step.holds(this.name(at - 1), this.name(at));
          break;
        case "look":
          isGood = this.match(quickStep.inner, at, step.back) >= 0 !== step.not;
          break;
        case "again": {
          const said = this.signs.subarray(
            Math.max(0, this.slot(step.from)),
            Math.max(0, this.slot(step.to)),
          );
          const from = back ? at - said.length : at;
          isGood = said.every((sign, i) => sign === this.signs[from + i]);
          at += move * said.length;
        }
      }
      if (isGood) continue;
      if (choices.length === before) {
        this.undo(first);
        return -1;
      }
      this.undo(choices.pop() ?? 0);
      at = choices.pop() ?? 0;
      next = choices.pop() ?? 0;
    }
  }

  private found(at: number, choicesBefore: number): number {
    this.choices.length = choicesBefore;
    return at;
  }

  private fits({ step, known }: Quick, at: number): boolean {
    const sign = this.signs[at];
    if (sign === undefined || step.op !== "sign") return false;
    if (known[sign] === 0) known[sign] = step.fits(NAMES[sign] ?? "") ? 1 : 2;
    return known[sign] === 1;
  }

  private name(at: number): string {
    return NAMES[this.signs[at] ?? -1] ?? "";
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
