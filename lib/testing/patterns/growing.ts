import { attackTexts, writtenOut } from "./attack-texts";
import type { PatternProgram } from "./program";
import { programOf } from "./program";
import { stepsOf } from "./steps";

/** Sizes of the texts. Most patterns are told by the short ones; what repeats up to some hundred signs needs the long ones. */
const SHORT = 150;
const LONG = 1_200;
/** What a text twice as long may cost. In proportion it is twice as much, and four times with quadratic steps. */
const TIMES_COSTLIER_MAX = 2.8;
const STEPS_MAX = 10_000_000;

/**
 * A text on which the steps of a regular expression grow faster than the text; `null` when none was found. It tries texts made of
 * the pattern's own parts.
 */
export function textOnWhichItGrows(pattern: { readonly source: string; readonly flags: string }): string | null {
  const program = programOf(pattern);
  for (const text of attackTexts(program)) {
    const at = (chars: number) => writtenOut(text, chars);
    if (grows(program, at, SHORT) && grows(program, at, LONG)) return at(60);
  }
  return null;
}

function grows(program: PatternProgram, at: (chars: number) => string, chars: number): boolean {
  const short = stepsOf(program, at(chars), STEPS_MAX);
  const enough = Math.ceil(TIMES_COSTLIER_MAX * short);
  return stepsOf(program, at(2 * chars), enough) >= enough;
}
