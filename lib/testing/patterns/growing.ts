import type { AST } from "@eslint-community/regexpp";
import { visitRegExpAST } from "@eslint-community/regexpp";
import { attackTexts, FEW, writtenOut } from "./attack-texts";
import type { AttackText } from "./attack-texts";
import type { PatternProgram } from "./program";
import { programOf } from "./program";
import { signsOf, stepsOf } from "./steps";

/** Signs of the short texts, which tell most patterns. What repeats up to some hundred signs needs longer ones. */
const SHORT = 60;
const LONG_MIN = 300;
const LONG_MAX = 1_200;
const TIMES_LONGEST_REPEAT = 6;
/** What a text twice as long may cost. In proportion it is twice as much, and four times with quadratic steps. */
const TIMES_COSTLIER_MAX = 2.8;
const TOO_MANY_TIMES = 5;
/** The most costly texts are tried as long ones. */
const SUSPECTS_MAX = 8;
const STEPS_MAX = 3_000_000;
const SHOWN_CHARS = 60;

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * A text on which the steps of a regular expression grow faster than the text; `null` when none was found. It tries texts made of
 * the pattern's own parts.
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

/** The most steps that a regular expression takes on a hostile text of so many characters. */
export function worstSteps(pattern: Pattern, chars: number): number {
  const program = programOf(pattern);
  return Math.max(...attackTexts(program).map((text) => stepsOn(program, text, chars, STEPS_MAX)));
}

/** How many times more steps a text takes that is twice as long. */
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

/** Whether a part may be repeated so often that it matters. */
function repeatsFar(ast: AST.Pattern): boolean {
  let isFar = false;
  visitRegExpAST(ast, { onQuantifierEnter: ({ max }) => void (isFar ||= max >= FEW) });
  return isFar;
}

/** The highest number of repetitions that a pattern with a bound for them allows. */
function longestRepeat(ast: AST.Pattern): number {
  let longest = 0;
  visitRegExpAST(ast, {
    onQuantifierEnter: ({ max }) => {
      if (max < Infinity) longest = Math.max(longest, max);
    },
  });
  return longest;
}
