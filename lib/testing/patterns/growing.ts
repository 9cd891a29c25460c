import type { AST } from "@eslint-community/regexpp";
import { visitRegExpAST } from "@eslint-community/regexpp";
import { attackTexts, FEW, writtenOut } from "./attack-texts";
import type { AttackText } from "./attack-texts";
import type { PatternProgram } from "./program";
import { programOf } from "./program";
import { signsOf, stepsOf } from "./steps";

/**
 * The length of the short texts, which is enough for most patterns. A bounded repetition up to some hundred
 * needs longer ones.
 */
const SHORT = 60;
const LONG_MIN = 300;
const LONG_MAX = 1_200;
const TIMES_LONGEST_REPEAT = 6;
/** The highest cost of a text of twice the length. Linear costs double, quadratic four times as much. */
const TIMES_COSTLIER_MAX = 2.8;
const TOO_MANY_TIMES = 5;
const SUSPECTS_MAX = 8;
const STEPS_MAX = 3_000_000;
const SHOWN_CHARS = 60;

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * A text on which the steps grow faster than the text; `null` when none was found. Tries texts from the
 * pattern's own parts.
 */
export function textOnWhichItGrows(pattern: Pattern): string | null {
  const program = programOf(pattern);
  const long = Math.min(LONG_MAX, Math.max(LONG_MIN, TIMES_LONGEST_REPEAT * longestRepeat(program.ast)));
  if (!repeatsFar(program.ast)) return null;
  const suspects = attackTexts(program)
    .map((text) => ({ text, growth: growth(program, text, SHORT) }))
    .filter(({ growth: times }) => times > TIMES_COSTLIER_MAX)
    .sort((a, b) => b.growth - a.growth)
    .slice(0, SUSPECTS_MAX);
  const found = suspects.find(({ text }) => growth(program, text, long) > TIMES_COSTLIER_MAX);
  return found === undefined ? null : writtenOut(found.text, SHOWN_CHARS);
}

/** On a hostile text with `chars` characters. */
export function worstSteps(pattern: Pattern, chars: number): number {
  const program = programOf(pattern);
  return Math.max(...attackTexts(program).map((text) => stepsOn(program, text, chars, STEPS_MAX)));
}

function growth(program: PatternProgram, text: AttackText, chars: number): number {
  const steps = stepsOn(program, text, chars, STEPS_MAX);
  return stepsOn(program, text, 2 * chars, TOO_MANY_TIMES * steps) / steps;
}

function stepsOn(program: PatternProgram, text: AttackText, chars: number, stepsMax: number): number {
  const [opens, part, ends] = [text.opens, text.part, text.ends].map((one) => signsOf(program, one));
  const times = Math.max(1, Math.ceil((chars - text.opens.length) / text.part.length));
  const signs = [
    ...(opens ?? []),
    ...Array.from({ length: times }, () => part ?? []).flat(),
    ...(ends ?? []),
  ];
  return stepsOf(program, Int32Array.from(signs), stepsMax);
}

function repeatsFar(ast: AST.Pattern): boolean {
  let isFar = false;
  visitRegExpAST(ast, { onQuantifierEnter: ({ max }) => void (isFar ||= max >= FEW) });
  return isFar;
}

function longestRepeat(ast: AST.Pattern): number {
  let longest = 0;
  visitRegExpAST(ast, {
    onQuantifierEnter: ({ max }) => {
      if (max < Infinity) longest = Math.max(longest, max);
    },
  });
  return longest;
}
