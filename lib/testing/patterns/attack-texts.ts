import type { AST } from "@eslint-community/regexpp";
import { visitRegExpAST } from "@eslint-community/regexpp";
import type { PatternProgram } from "./program";

/**
 * A text on which a regular expression may try many ways: a beginning, a repeated part, and an end that does
 * not match.
 */
export interface AttackText {
  readonly opens: string;
  readonly part: string;
  readonly ends: string;
}

const SIGNS = [..."aAzZeEfFxX019 \n\t-_.:/\\\"'`<>[](){}#*|=,;@%$&+!?~^éП中\u200b＝😀\u00ad→✓„“«"];
const REPEATED = [
  "a",
  " ",
  "\n",
  "0",
  "a ",
  "a\n",
  "\n ",
  "- ",
  '"',
  "'",
  "[",
  "(",
  "<",
  "`",
  "a.",
  "a/",
  "a-",
  "1.",
  "=a",
];
const ENDS = ["", "\u0001", "\n!", "\u0001\n", "x"];
/** Up to so many repetitions cost about the same as one. */
export const FEW = 30;
const QUANTIFIERS_MAX = 14;
const TRIES = 3;

/** From the parts of the regular expression: repeated, begun, and without their end. */
export function attackTexts(program: PatternProgram): readonly AttackText[] {
  const words = new Words(program);
  const texts = new Map<string, AttackText>();
  const add = (opens: string, part: string, ends: string) => {
    if (part !== "") texts.set(JSON.stringify([opens, part, ends]), { opens, part, ends });
  };
  for (let i = 0; i < TRIES; i++) {
    const whole = words.of(program.ast);
    for (const part of [whole, whole.slice(0, -1), whole.slice(0, Math.ceil(whole.length / 2))])
      add("", part, "");
  }
  for (const quantifier of longOnes(program.ast))
    for (const ends of [...ENDS, ...words.doubled()]) {
      const before = words.before(quantifier);
      const part = words.of(quantifier.element);
      add(before, part, ends);
      add("", before + part, ends);
      add("", before, ends);
      add("", `\n${before}`, ends);
      add("", part, ends);
      add(before + part, " ", ends);
      add(before + part, "\n", ends);
    }
  for (const sign of [...words.signs(), ...REPEATED]) {
    add("", sign, "\u0001");
    add("x", sign, "x");
  }
  return [...texts.values()];
}

/** @returns the text with about `chars` characters */
export function writtenOut({ opens, part, ends }: AttackText, chars: number): string {
  return opens + part.repeat(Math.max(1, Math.ceil((chars - opens.length) / part.length))) + ends;
}

function longOnes(ast: AST.Pattern): readonly AST.Quantifier[] {
  const found: AST.Quantifier[] = [];
  visitRegExpAST(ast, { onQuantifierEnter: (node) => void (node.max >= FEW && found.push(node)) });
  return found.slice(0, QUANTIFIERS_MAX);
}

class Words {
  private seed = 1;
  private readonly groups = new Map<AST.CapturingGroup, string>();
  private readonly fitting = new Map<string, readonly string[]>();

  constructor(private readonly program: PatternProgram) {}

  of(node: AST.Pattern | AST.Alternative | AST.Element): string {
    switch (node.type) {
      case "Pattern":
      case "Group":
        return this.of(this.oneOf(node.alternatives));
      case "CapturingGroup": {
        const text = this.of(this.oneOf(node.alternatives));
        this.groups.set(node, text);
        return text;
      }
      case "Alternative":
        return node.elements.map((element) => this.of(element)).join("");
      case "Quantifier": {
        const times = Math.max(node.min, Math.min(node.max, this.below(3)));
        return Array.from({ length: times }, () => this.of(node.element)).join("");
      }
      case "Assertion":
        return "";
      case "Backreference": {
        const [group] = [node.resolved].flat() as AST.CapturingGroup[];
        return group === undefined ? "" : (this.groups.get(group) ?? "");
      }
      default:
        return this.oneOf(this.fittingSigns(node)) ?? "";
    }
  }

  before(part: AST.Element): string {
    let text = "";
    let node: AST.Node | null = part;
    while (node !== null) {
      const parent: AST.Node | null = node.parent;
      if (parent?.type === "Alternative") {
        const elements: readonly AST.Node[] = parent.elements;
        const before = parent.elements.slice(0, elements.indexOf(node));
        text = before.map((one) => this.of(one)).join("") + text;
      }
      node = parent;
    }
    return text;
  }

  signs(): readonly string[] {
    const found = new Set<string>();
    const take = (node: AST.Element) =>
      void this.fittingSigns(node)
        .slice(0, 5)
        .forEach((sign) => found.add(sign));
    visitRegExpAST(this.program.ast, {
      onCharacterEnter: take,
      onCharacterSetEnter: take,
      onCharacterClassEnter: take,
    });
    return [...found].slice(0, 24);
  }

  doubled(): readonly string[] {
    return [0, 1].map(() => this.oneOf(this.signs()) ?? "").map((sign) => `${sign}${sign}\u0001`);
  }

  private fittingSigns(node: AST.Element): readonly string[] {
    const known = this.fitting.get(node.raw);
    if (known !== undefined) return known;
    const fits = this.program.fits(node);
    const own = node.type === "Character" ? [String.fromCodePoint(node.value)] : [];
    const found = [...new Set([...own, ...SIGNS])].filter(fits);
    this.fitting.set(node.raw, found);
    return found;
  }

  private below(count: number): number {
    this.seed = (Math.imul(this.seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((this.seed / 0x80000000) * count);
  }

  private oneOf<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
}
