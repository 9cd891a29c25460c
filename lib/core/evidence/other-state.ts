import type { StatedField } from "./fields";
import { isSignificantState, statesBeside } from "./states";
import { truthOf, truthsIn } from "./truths";
import { placesIn, toneAt } from "./values/spelling";

const PREDICATE =
  /(?:\b(?:is|was|are|were|be|been|now|as|to|marked|set|became|remains|still|currently)|[:=]) ?$/;
/** What may stand between a thing and its state: "build 118 has just passed". */
const HAS =
  /(?<! (?:has|have|had|just|already|then|finally|also|is|was|now|been))(?: (?:has|have|had|just|already|then|finally|also|is|was|now|been))* $/;
/** Answers rather than states: they stand in any sentence. */
const ANSWERS: ReadonlySet<string> = new Set(["true", "false", "yes", "no", "on", "off", "up", "down"]);

/**
 * A state that excludes the field's state and that a sentence says for certain. A common word counts only
 * where it is said of the named thing.
 */
export function otherState(
  normal: string,
  { plain, subject }: StatedField,
  namesSubject: boolean,
): string | null {
  if (ANSWERS.has(plain) || (!namesSubject && !isSignificantState(plain))) return null;
  for (const word of statesBeside(plain)) {
    if (ANSWERS.has(word) || (!namesSubject && !isSignificantState(word))) continue;
    for (const at of placesIn(normal, word))
      if (toneAt(normal, at) === "said" && (isSignificantState(word) || isSaidOf(normal, at, subject)))
        return word;
  }
  return null;
}

function isSaidOf(normal: string, at: number, subject: string | null): boolean {
  if (PREDICATE.test(normal.slice(Math.max(0, at - 20), at))) return true;
  return subject !== null && normal.slice(0, at).replace(HAS, "").endsWith(subject);
}

/** The words that deny a field's value: "not pending", or "refundable" for what is not refundable. */
export function deniedIn(normal: string, field: StatedField, namesSubject: boolean): string | null {
  const { key, plain, subject } = field;
  const truth = truthOf(plain);
  if (truth !== null) {
    const other = [...truthsIn(normal, key)].find(
      ({ at, isSo, isAnswer }) =>
        isSo !== truth && (isAnswer || toneAt(normal, at) === "denied" || isSaidOf(normal, at, subject)),
    );
    if (other === undefined) return null;
    if (other.isAnswer) return `${other.word}: ${truth ? "no" : "yes"}`;
    return toneAt(normal, other.at) === "denied" ? `not ${other.word}` : other.word;
  }
  if (field.sort !== "state" || (!namesSubject && !isSignificantState(plain))) return null;
  return [...placesIn(normal, plain)].some((at) => toneAt(normal, at) === "denied") ? `not ${plain}` : null;
}
