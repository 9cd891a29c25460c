import type { StatedField } from "./fields";
import { isValueName } from "./fields";
import { deniedIn, otherState } from "./other-state";
import { saysField, SUBJECT_CHARS_MIN } from "./statements";
import { valueAfterName } from "./value-after-name";
import { normalSpelling, placesIn, saysValue } from "./values/spelling";

const SENTENCE = /(?<=[.!?;])\s+|\n+/;

export interface OtherValue {
  readonly value: string;
  readonly sentence: string;
  readonly isDenial: boolean;
}

/**
 * Another value than the field's. A sentence is about the field when it names the field's subject, or one of
 * `nouns` when only one thing has such a field.
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
    const beside = isAbout || isOnly ? valueAfterName(normal, field, namesSubject) : null;
    if (beside !== null) return { value: beside, sentence: sentence.trim(), isDenial: false };
    if (!isAbout) continue;
    const state = field.sort === "state" ? otherState(normal, field, namesSubject) : null;
    if (state !== null) return { value: state, sentence: sentence.trim(), isDenial: false };
    const denied = deniedIn(normal, field, namesSubject);
    if (denied !== null) return { value: denied, sentence: sentence.trim(), isDenial: true };
  }
  return null;
}

function clausesOf(sentence: string, field: StatedField): readonly string[] {
  if (field.subject === null || !namesOther(sentence, field)) return [sentence];
  const parts = sentence.split(/[,;]\s+|(?<!\s)\s+(?:and|but|while|whereas)\s+/);
  const own = parts.filter(
    (part) => saysValue(normalSpelling(part), field.subject ?? "") && !namesOther(part, field),
  );
  return own.length === 0 ? [sentence] : own;
}

const ANY = /\b(?:an?|any|every|each|all|no|some|other|another|which|most|if)(?: \p{L}+){0,2} $/u;

function isOfOne(normal: string, noun: string): boolean {
  return [...placesIn(normal, noun)].some((at) => !ANY.test(normal.slice(Math.max(0, at - 60), at)));
}

const NAME = /[A-Za-z0-9][\w.-]*/g;
const NAME_CHARS_MIN = 4;

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
