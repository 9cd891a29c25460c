import type { StatedField } from "./fields";
import { isIdName, isValueName } from "./fields";
import { areExclusive, isStateWord, isTellingState, statesBeside } from "./states";
import { numberOf, saysField, SUBJECT_CHARS_MIN, UNIT_CHARS } from "./statements";
import { truthOf, truthsIn } from "./truths";
import { canBeSameDay, dateOf, datesIn } from "./values/dates";
import { groupsAt, isGroupable, saysGrouped, withoutGroups } from "./values/grouped";
import { isForeign } from "./values/language";
import { isSameNumber } from "./values/measures";
import { readingsOf } from "./values/numbers";
import { normalSpelling, placesIn, saysValue, toneAt } from "./values/spelling";

const LINKS =
  /^(?: (?:is|was|are|were|remains|remained|now|still|currently|shows|reads|as|of|to|at|on|by|set|the|value)\b| ?[:=])* ?/;
/** How far after a field's name its value is looked for. */
const BESIDE_CHARS = 200;
const SENTENCE = /(?<=[.!?;])\s+|\n+/;
const DATE_CHARS = 20;

/** Another value than a field's that a text gives, and the sentence that gives it. */
export interface OtherValue {
  readonly value: string;
  readonly sentence: string;
  /** It only says that the field's value is not so. */
  readonly isDenial: boolean;
}

/**
 * Where a text says another value than a field has. A sentence is about the field when it names what the field is said
 * of, or one of `nouns` where nothing else has such a field.
 */
export function otherValueIn(
  text: string,
  field: StatedField,
  { nouns, isOnly }: { readonly nouns: ReadonlySet<string>; readonly isOnly: boolean },
): OtherValue | null {
  if (field.plain === field.subject && (!isValueName(field.key) || saysField(normalSpelling(text), field)))
    return null;
  for (const sentence of text.split(SENTENCE).flatMap((one) => clausesOf(one, field))) {
    const normal = normalSpelling(sentence);
    if (normal === "" || saysField(normal, field)) continue;
    const namesSubject =
      field.subject !== null && field.subject.length >= SUBJECT_CHARS_MIN && saysValue(normal, field.subject);
    if (!namesSubject && namesOther(sentence, field)) continue;
    const isAbout = namesSubject || (isOnly && [...nouns].some((noun) => isOfOne(normal, noun)));
    const beside = isAbout || isOnly ? valueBeside(normal, field, namesSubject) : null;
    if (beside !== null) return { value: beside, sentence: sentence.trim(), isDenial: false };
    if (!isAbout) continue;
    const state = field.sort === "state" ? otherState(normal, field, namesSubject) : null;
    if (state !== null) return { value: state, sentence: sentence.trim(), isDenial: false };
    const denied = deniedIn(normal, field, namesSubject);
    if (denied !== null) return { value: denied, sentence: sentence.trim(), isDenial: true };
  }
  return null;
}

/** Of a sentence that names several things, the parts that are only about what a field is said of. */
function clausesOf(sentence: string, field: StatedField): readonly string[] {
  if (field.subject === null || !namesOther(sentence, field)) return [sentence];
  const parts = sentence.split(/[,;]\s+|(?<!\s)\s+(?:and|but|while|whereas)\s+/);
  const own = parts.filter(
    (part) => saysValue(normalSpelling(part), field.subject ?? "") && !namesOther(part, field),
  );
  return own.length === 0 ? [sentence] : own;
}

/** Words before the name of a kind of thing that make it any of them, and no certain one. */
const ANY = /\b(?:an?|any|every|each|all|no|some|other|another|which|most|if)(?: \p{L}+){0,2} $/u;

/** Whether a sentence speaks of the one thing of a kind, and not of the kind: "the order", not "a cancelled order". */
function isOfOne(normal: string, noun: string): boolean {
  return [...placesIn(normal, noun)].some((at) => !ANY.test(normal.slice(Math.max(0, at - 60), at)));
}

const NAME = /[A-Za-z0-9][\w.-]*/g;
const NAME_CHARS_MIN = 4;

/** Whether a sentence names something by an id, and not what the field is said of. */
function namesOther(sentence: string, { subject, plain }: StatedField): boolean {
  if (subject === null || subject === plain) return false;
  const names = (sentence.match(NAME) ?? []).filter(
    (name) =>
      name.length >= NAME_CHARS_MIN &&
      /\d/.test(name.slice(1)) &&
      /[A-Za-z]/.test(name) &&
      !/^\d{4}-\d\d/.test(name),
  );
  return names.some((name) => {
    const normal = normalSpelling(name);
    return normal !== plain && !subject.includes(normal);
  });
}

/** Another value that a sentence gives right after a field's name; `null` where it gives none or does not name the field. */
function valueBeside(normal: string, field: StatedField, namesSubject: boolean): string | null {
  const { key, plain, subject } = field;
  const isThing = plain === subject && !isIdName(key);
  for (const at of placesIn(normal, key)) {
    if (toneAt(normal, at) === "supposed") continue;
    const after = normal.slice(at + key.length, at + key.length + BESIDE_CHARS);
    const isStated = /^ ?[:=]/.test(after);
    if (isThing && !isStated && !/^ (?:is|was|ist|est|es|è|é) /.test(after)) continue;
    const rest = subject === null ? after : after.replace(` ${subject}`, "");
    const other = otherStart(rest.replace(LINKS, ""), field, isStated && namesSubject);
    if (other !== null) return other;
  }
  return null;
}

/** What a text begins with, where that cannot mean the field's own value. */
function otherStart(rest: string, { key, plain, sort }: StatedField, isStated: boolean): string | null {
  if (sort === "number") {
    const [whole = "", written] = /^[$€£]?(\d+(?:[ .,]\d+)*)/.exec(rest) ?? [];
    if (written === undefined || readingsOf(written).length === 0) return null;
    const after = rest.slice(whole.length, whole.length + UNIT_CHARS);
    return isSameNumber(key, numberOf(plain), { written, after }) === false ? written : null;
  }
  if (sort === "name") {
    const [own, [date]] = [dateOf(plain), datesIn(rest.slice(0, DATE_CHARS))];
    if (own !== null && date?.at === 0)
      return canBeSameDay(own, date) ? null : rest.slice(0, DATE_CHARS).trim();
    if (isGroupable(plain)) return otherGroups(rest, plain);
    const written = rest.slice(0, plain.length);
    const isWhole = !/^[\p{L}\p{N}]/u.test(rest.slice(plain.length));
    return isWhole && written !== plain && shapeOf(written) === shapeOf(plain) ? written : null;
  }
  if (sort !== "state") return null;
  const [two, one] = /^(\p{L}+)(?: \p{L}+)?/u.exec(rest) ?? [];
  const known = [two, one].find((word) => word !== undefined && areExclusive(word, plain));
  if (known !== undefined || !isStated || isStateWord(plain) || isForeign(rest)) return known ?? null;
  const written = /^[\p{L} ]{2,40}/u.exec(rest)?.[0].trim() ?? "";
  const words = new Set(plain.split(" "));
  return written === "" || written.split(" ").some((word) => words.has(word)) ? null : written;
}

/** Groups at the start of a text that have the shape of an identifier, and are not the same one. */
function otherGroups(rest: string, plain: string): string | null {
  const own = withoutGroups(plain);
  const written = groupsAt(rest, own.length);
  if (written === null || saysGrouped(written, plain)) return null;
  return shapeOf(withoutGroups(written)) === shapeOf(own) ? written.trim() : null;
}

/** Digits and letters of a name as kinds: "a 7731 xk" is "a 0000 aa". */
function shapeOf(plain: string): string {
  return plain.replace(/\d/g, "0").replace(/\p{L}/gu, "a");
}

const PREDICATE =
  /(?:\b(?:is|was|are|were|be|been|now|as|to|marked|set|became|remains|still|currently)|[:=]) ?$/;
/** What may stand between a thing and its state: "build 118 has just passed". */
const HAS =
  /(?<! (?:has|have|had|just|already|then|finally|also|is|was|now|been))(?: (?:has|have|had|just|already|then|finally|also|is|was|now|been))* $/;
/** Answers rather than states: they stand in any sentence. */
const ANSWERS: ReadonlySet<string> = new Set(["true", "false", "yes", "no", "on", "off", "up", "down"]);

/** A state that excludes a field's and that a sentence says without doubt; a common word only as what is said of the thing named. */
function otherState(normal: string, { plain, subject }: StatedField, namesSubject: boolean): string | null {
  if (ANSWERS.has(plain) || (!namesSubject && !isTellingState(plain))) return null;
  for (const word of statesBeside(plain)) {
    if (ANSWERS.has(word) || (!namesSubject && !isTellingState(word))) continue;
    for (const at of placesIn(normal, word))
      if (toneAt(normal, at) === "said" && (isTellingState(word) || isSaidOf(normal, at, subject)))
        return word;
  }
  return null;
}

/** Whether a word is said of something: after a form of "to be", or right after what it is said of. */
function isSaidOf(normal: string, at: number, subject: string | null): boolean {
  if (PREDICATE.test(normal.slice(Math.max(0, at - 20), at))) return true;
  return subject !== null && normal.slice(0, at).replace(HAS, "").endsWith(subject);
}

/** That a sentence says of a field that its value is not so: "not pending", or "refundable" of what is not. */
function deniedIn(normal: string, field: StatedField, namesSubject: boolean): string | null {
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
  if (field.sort !== "state" || (!namesSubject && !isTellingState(plain))) return null;
  return [...placesIn(normal, plain)].some((at) => toneAt(normal, at) === "denied") ? `not ${plain}` : null;
}
