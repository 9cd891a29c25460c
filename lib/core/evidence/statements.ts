import type { StatedField } from "./fields";
import { normalSpelling, placesIn, saysValue, toneAt } from "./values/spelling";
import { areExclusive, isTellingState, sameState, statesBeside } from "./states";

/** Names of one or two characters say nothing by standing somewhere. */
const SUBJECT_CHARS_MIN = 3;
const LINKS = String.raw`(?: (?:is|was|are|were|remains|remained|now|still|currently|shows|reads|as|of|to|at|set|=|the|value))*`;
/** How far after a field's name its value is looked for. */
const BESIDE_CHARS = 200;
const SENTENCE = /(?<=[.!?;])\s+|\n+/;

/** Whether a text, in normal spelling, says what a field says. A state that it denies or only supposes is not said. */
export function saysField(normal: string, { key, plain, sort }: StatedField): boolean {
  if (plain === "true" || plain === "false") return saysTruth(normal, key, plain === "true");
  if (sort !== "state") return saysValue(normal, plain);
  return sameState(plain).some((word) =>
    [...placesIn(normal, word)].some((at) => toneAt(normal, at) === "said"),
  );
}

function saysTruth(normal: string, key: string, value: boolean): boolean {
  for (const at of placesIn(normal, key)) {
    const after = /^[ :="]*(?:is |was )?(true|yes|false|no)\b/.exec(normal.slice(at + key.length))?.[1];
    const told = after === undefined ? toneAt(normal, at) === "said" : after === "true" || after === "yes";
    if (told === value) return true;
  }
  return false;
}

/** Another value than a field's that a text gives, and the sentence that gives it. */
export interface OtherValue {
  readonly value: string;
  readonly sentence: string;
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
  for (const sentence of text.split(SENTENCE)) {
    const normal = normalSpelling(sentence);
    if (normal === "" || saysField(normal, field)) continue;
    const namesSubject =
      field.subject !== null && field.subject.length >= SUBJECT_CHARS_MIN && saysValue(normal, field.subject);
    if (!namesSubject && namesOther(sentence, field)) continue;
    const namesNoun = isOnly && [...nouns].some((noun) => saysValue(normal, noun));
    const beside = valueBeside(normal, field);
    const isAbout = namesSubject || namesNoun;
    if (beside !== null && (isAbout || isOnly) && excludes(beside, field))
      return { value: beside, sentence: sentence.trim() };
    const state = isAbout && field.sort === "state" ? otherState(normal, field, namesSubject) : null;
    if (state !== null) return { value: state, sentence: sentence.trim() };
  }
  return null;
}

const NAME = /[A-Za-z0-9][\w.-]*/g;
const NAME_CHARS_MIN = 4;

/** Whether a sentence names something by an id, and not what the field is said of. */
function namesOther(sentence: string, { subject, plain }: StatedField): boolean {
  if (subject === null) return false;
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

/** The value that a sentence gives right after a field's name; `null` where it does not name the field. */
function valueBeside(normal: string, { key }: StatedField): string | null {
  for (const at of placesIn(normal, key)) {
    if (toneAt(normal, at) === "supposed") continue;
    const rest = normal.slice(at + key.length, at + key.length + BESIDE_CHARS);
    const match = new RegExp(
      `^${LINKS} ?[:=]?${LINKS} ?([$€£]?[\\p{L}\\p{N}][\\p{L}\\p{N}.#/]*(?: [\\p{L}\\p{N}#]+)?)`,
      "u",
    ).exec(rest);
    if (match?.[1] !== undefined) return match[1];
  }
  return null;
}

/** Whether a text that gives `other` for a field cannot mean the field's own value. */
function excludes(other: string, { plain, sort }: StatedField): boolean {
  const [first = ""] = other.split(" ");
  if (sort === "state") return areExclusive(other, plain) || areExclusive(first, plain);
  if (sort === "number") return /^[$€£]?\d+(?:\.\d+)?$/.test(first) && bare(first) !== bare(plain);
  return sort === "name" && shapeOf(other.slice(0, plain.length)) === shapeOf(plain) && other !== plain;
}

function bare(number: string): string {
  return number.replace(/[^\d.]/g, "");
}

/** Digits and letters of a name as kinds: "a 7731 xk" is "a 0000 aa". */
function shapeOf(plain: string): string {
  return plain.replace(/\d/g, "0").replace(/\p{L}/gu, "a");
}

const PREDICATE =
  /(?:\b(?:is|was|are|were|be|been|now|as|to|marked|set|became|remains|still|currently)|[:=]) ?$/;
/** Answers rather than states: they stand in any sentence. */
const ANSWERS: ReadonlySet<string> = new Set(["true", "false", "yes", "no", "on", "off", "up", "down"]);

/** A state that excludes a field's and that a sentence says without doubt; a common word only as what is said of the thing named. */
function otherState(normal: string, { plain }: StatedField, namesSubject: boolean): string | null {
  if (ANSWERS.has(plain) || (!namesSubject && !isTellingState(plain))) return null;
  for (const word of statesBeside(plain)) {
    if (ANSWERS.has(word) || (!namesSubject && !isTellingState(word))) continue;
    for (const at of placesIn(normal, word)) {
      const isSaid = toneAt(normal, at) === "said";
      if (isSaid && (isTellingState(word) || PREDICATE.test(normal.slice(Math.max(0, at - 20), at))))
        return word;
    }
  }
  return null;
}
