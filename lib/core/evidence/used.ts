import { groupBy } from "../group-by";
import type { StatedField } from "./fields";
import { isShortCode, isValueName } from "./fields";
import type { PlanStep } from "./plan/steps/plan";
import { splitWords } from "./plan/steps/step-words";
import { saysField, saysSpelt } from "./statements";
import type { PlainTexts } from "./texts";
import { normaliseSpelling, saysValue } from "./values/spelling";
import { scanValues } from "./values/values";

const SIGNIFICANT_STRENGTH = 0.6;
const WORDS_LEFT_MIN = 5;
const SIGNIFICANT_MAX = 500;
const VALUE_CHARS_MIN = 4;

export interface UsedPart {
  readonly block: number;
  readonly fields: readonly StatedField[];
  /** Values that the step's calls and answers took from the evidence, in normal spelling. */
  readonly values: readonly string[];
}

/**
 * The fields whose name or value stands in the step's words, and the values that its calls and answers took from the
 * evidence. The name of the thing, where the step says it itself, is none of them.
 */
export function readUsedPart(
  texts: PlainTexts,
  block: number,
  step: Pick<PlanStep, "text">,
  values: readonly string[],
): UsedPart {
  const words = splitWords(step.text);
  const normal = normaliseSpelling(step.text);
  const statedFields = texts.readFieldsOf(block);
  const keys = new Set(statedFields.flatMap((field) => (isSaid(field, normal) ? field.key : [])));
  const about = statedFields.filter(
    (field) =>
      ((isOfUse(field) || isNameOf(field, normal)) && isNamed(field.key, words)) || keys.has(field.key),
  );
  const namedFields = about.filter(({ subject }) => subject !== null && saysValue(normal, subject));
  const fields = namedFields.length > 0 ? namedFields : about;
  const names = new Set(statedFields.flatMap(({ subject }) => subject ?? []));
  const takenValues = [...new Set(values.map(normaliseSpelling))];
  return {
    block,
    fields,
    values: takenValues.filter((value) => !names.has(value) || !saysValue(normal, value)),
  };
}

/** Whether the step says the value itself: "if the order is on hold". A name of the thing is not yet a value of it. */
function isSaid({ plain, subject }: StatedField, normal: string): boolean {
  return plain !== subject && plain.length >= VALUE_CHARS_MIN && saysValue(normal, plain);
}

/**
 * Whether a step that names the field needs its value. A name of one word is mostly the thing itself.
 */
function isOfUse({ key, plain, sort, subject }: StatedField): boolean {
  if (sort === "words") return plain.split(" ").length <= STATE_WORDS_MAX;
  return (
    sort !== "name" ||
    (plain === subject
      ? isValueName(key)
      : isValueName(key) || key.includes(" ") || DATE.test(plain) || isShortCode(plain))
  );
}

/** The most words of a state. A longer value is a sentence, of which a step that names the field may use anything. */
const STATE_WORDS_MAX = 3;

/** Whether the value names a part of the thing that a step names: "the seal of MSKU-448121". */
function isNameOf({ plain, sort, subject }: StatedField, normal: string): boolean {
  return sort === "name" && subject !== null && plain !== subject && saysValue(normal, subject);
}

const DATE = /^\d{4} \d\d \d\d\b|^\d\d? \d\d? \d{4}\b/;

function isNamed(key: string, words: ReadonlySet<string>): boolean {
  const keyWords = [...splitWords(key)];
  return keyWords.length > 0 && keyWords.every((word) => words.has(word));
}

export function isKnownUse({ fields, values }: UsedPart): boolean {
  return fields.length > 0 || values.length > 0;
}

/**
 * The parts that the text does not repeat. Where it is unknown what is used, it says whether the text has anything of the
 * evidence. `normal` is in normal spelling.
 */
export function listMissingParts(texts: PlainTexts, usedPart: UsedPart, normal: string): string[] {
  if (!isKnownUse(usedPart)) return hasSomething(texts, usedPart.block, normal) ? [] : [""];
  return [
    ...[...groupBy(usedPart.fields, ({ key }) => key).values()].flatMap((fields) =>
      findMissingFields(fields, normal),
    ),
    ...usedPart.values.filter((value) => !saysSpelt(normal, value)),
  ];
}

function findMissingFields(fields: readonly StatedField[], normal: string): string[] {
  const missing = fields.filter((field) => !saysField(normal, field));
  const subjects = new Set(fields.map(({ subject }) => subject));
  if (subjects.size > 1 && missing.length < fields.length) return [];
  return missing.map(({ key, value }) => `${key}: ${value}`);
}

/**
 * Whether a text says a value of the evidence that is not the name of the thing itself: to name the order says nothing of
 * what the evidence said about it. Of prose some of its longer words have to be there.
 */
function hasSomething(texts: PlainTexts, block: number, normal: string): boolean {
  const statedFields = texts.readFieldsOf(block);
  const names = new Set(statedFields.flatMap(({ subject }) => subject ?? []));
  const fields = statedFields.filter(
    ({ plain, sort }) =>
      !names.has(plain) && (sort !== "words" || plain.split(" ").length <= STATE_WORDS_MAX),
  );
  if (fields.length > 0) return fields.some((field) => saysField(normal, field));
  const full = texts.readFull(block);
  const significant = new Set<string>();
  scanValues(full, (value, strength) => {
    const normalValue = normaliseSpelling(value);
    if (strength >= SIGNIFICANT_STRENGTH && significant.size < SIGNIFICANT_MAX && !names.has(normalValue))
      significant.add(normalValue);
  });
  if (significant.size > 0) return [...significant].some((value) => saysSpelt(normal, value));
  const words = new Set(normaliseSpelling(full).match(/\p{L}{4,}/gu) ?? []);
  const shared = new Set((normal.match(/\p{L}{4,}/gu) ?? []).filter((word) => words.has(word)));
  return words.size === 0 || shared.size >= Math.min(WORDS_LEFT_MIN, words.size);
}
