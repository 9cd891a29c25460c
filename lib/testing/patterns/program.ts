import type { AST } from "@eslint-community/regexpp";
import { RegExpParser } from "@eslint-community/regexpp";

/** An instruction of a backtracking matcher like V8's. */
export type Instruction =
  | { readonly op: "sign"; readonly fits: (sign: string) => boolean }
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "go"; to: number }
  | { readonly op: "set"; readonly slot: number; readonly to: "here" | "zero" | "more" }
  | { readonly op: "count"; readonly slot: number; readonly min: number; readonly max: number; end: number }
  | { readonly op: "moved"; readonly slot: number; readonly counted: number | null; readonly min: number }
  | { readonly op: "edge"; readonly holds: (before: string, after: string) => boolean }
  | {
      readonly op: "look";
      readonly inner: readonly Instruction[];
      readonly back: boolean;
      readonly not: boolean;
    }
  | { readonly op: "again"; readonly from: number; readonly to: number }
  | { readonly op: "done" };

export interface PatternProgram {
  readonly ast: AST.Pattern;
  readonly code: readonly Instruction[];
  readonly flags: string;
  readonly slots: number;
  /** A match can only begin at the start of the text, so V8 tries nowhere else. */
  readonly isAnchored: boolean;
  readonly fits: (node: AST.Element) => (sign: string) => boolean;
}

/** @throws SyntaxError for a source that is no regular expression */
export function programOf({
  source,
  flags,
}: {
  readonly source: string;
  readonly flags: string;
}): PatternProgram {
  const unicode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const ast = new RegExpParser().parsePattern(source, 0, source.length, unicode);
  const compiler = new Compiler(flags);
  const code = compiler.whole(ast.alternatives, false);
  return { ast, code, flags, slots: compiler.slots, isAnchored: isAnchored(ast, flags), fits: compiler.fits };
}

function isAnchored({ alternatives }: AST.Pattern, flags: string): boolean {
  const begins = ({ elements: [first] }: AST.Alternative) =>
    first?.type === "Assertion" && first.kind === "start";
  return !flags.includes("m") && alternatives.every(begins);
}

function escaped(value: number, flags: string): string {
  const hex = value.toString(16).padStart(4, "0");
  return value > 0xffff && /[uv]/.test(flags) ? `\\u{${hex}}` : `\\u${hex}`;
}

class Compiler {
  slots = 0;
  private code: Instruction[] = [];
  private readonly groups = new Map<AST.CapturingGroup, number>();
  private readonly known = new Map<string, (sign: string) => boolean>();

  constructor(private readonly flags: string) {}

  /** For a whole pattern or a lookaround. `back` reads from its end. */
  whole(alternatives: readonly AST.Alternative[], back: boolean): readonly Instruction[] {
    const outer = this.code;
    this.code = [];
    this.oneOf(alternatives, back);
    this.code.push({ op: "done" });
    const code = this.code;
    this.code = outer;
    return code;
  }

  readonly fits = (node: AST.Element): ((sign: string) => boolean) => {
    const found = this.known.get(node.raw);
    if (found !== undefined) return found;
    const source = node.type === "Character" ? escaped(node.value, this.flags) : node.raw;
    const pattern = new RegExp(`^(?:${source})$`, this.flags.replace(/[gym]/g, ""));
    const answers = new Map<string, boolean>();
    const fits = (sign: string) => {
      const answer = answers.get(sign) ?? pattern.test(sign);
      answers.set(sign, answer);
      return answer;
    };
    this.known.set(node.raw, fits);
    return fits;
  };

  private oneOf(alternatives: readonly AST.Alternative[], back: boolean): void {
    const ends: { to: number }[] = [];
    alternatives.forEach(({ elements }, i) => {
      const split =
        i < alternatives.length - 1
          ? this.add({ op: "split", first: this.code.length + 1, second: 0 })
          : null;
      for (const element of back ? [...elements].reverse() : elements) this.element(element, back);
      if (split === null) return;
      ends.push(this.add({ op: "go", to: 0 }));
      split.second = this.code.length;
    });
    for (const end of ends) end.to = this.code.length;
  }

  private element(node: AST.Element, back: boolean): void {
    switch (node.type) {
      case "Group":
        return this.oneOf(node.alternatives, back);
      case "CapturingGroup": {
        const slot = this.slotOf(node);
        this.add({ op: "set", slot: back ? slot + 1 : slot, to: "here" });
        this.oneOf(node.alternatives, back);
        this.add({ op: "set", slot: back ? slot : slot + 1, to: "here" });
        return;
      }
      case "Quantifier":
        return this.repeated(node, back);
      case "Assertion":
        return this.assertion(node);
      case "Backreference": {
        const [group] = [node.resolved].flat() as AST.CapturingGroup[];
        if (group !== undefined)
          this.add({ op: "again", from: this.slotOf(group), to: this.slotOf(group) + 1 });
        return;
      }
      default:
        this.add({ op: "sign", fits: this.fits(node) });
    }
  }

  private repeated({ element, min, max, greedy }: AST.Quantifier, back: boolean): void {
    const isSimple = (min === 0 || min === 1) && (max === 1 || max === Infinity);
    if (isSimple && min === 1) this.element(element, back);
    if (isSimple && max === 1 && min === 1) return;
    const started = this.slots++;
    const counted = isSimple ? null : this.slots++;
    if (counted !== null) this.add({ op: "set", slot: counted, to: "zero" });
    const start = this.code.length;
    const count = counted === null ? null : this.add({ op: "count", slot: counted, min, max, end: 0 });
    const split = this.add({ op: "split", first: 0, second: 0 });
    const body = this.code.length;
    if (counted !== null) this.add({ op: "set", slot: counted, to: "more" });
    this.add({ op: "set", slot: started, to: "here" });
    this.element(element, back);
    if (max !== 1) {
      this.add({ op: "moved", slot: started, counted, min });
      this.add({ op: "go", to: start });
    }
    const end = this.code.length;
    split.first = greedy ? body : end;
    split.second = greedy ? end : body;
    if (count !== null) count.end = end;
  }

  private assertion(node: AST.Assertion): void {
    if (node.kind === "lookahead" || node.kind === "lookbehind") {
      const back = node.kind === "lookbehind";
      this.add({ op: "look", inner: this.whole(node.alternatives, back), back, not: node.negate });
      return;
    }
    const lines = this.flags.includes("m");
    const isEnd = (sign: string) => sign === "" || (lines && /[\n\r\u2028\u2029]/.test(sign));
    const isWord = (sign: string) => /\w/.test(sign);
    if (node.kind === "word") {
      const { negate } = node;
      this.add({ op: "edge", holds: (before, after) => (isWord(before) !== isWord(after)) !== negate });
    } else if (node.kind === "start") this.add({ op: "edge", holds: (before) => isEnd(before) });
    else this.add({ op: "edge", holds: (_, after) => isEnd(after) });
  }

  private slotOf(group: AST.CapturingGroup): number {
    const slot = this.groups.get(group) ?? this.slots;
    if (slot === this.slots) this.slots += 2;
    this.groups.set(group, slot);
    return slot;
  }

  private add<T extends Instruction>(instruction: T): T {
    this.code.push(instruction);
    return instruction;
  }
}
