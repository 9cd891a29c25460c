import { groupBy } from "../group-by";
import type { PlanStep } from "./plan/steps/plan";
import { wordsIn } from "./plan/steps/step-words";
import type { StatedField } from "./fields";
import { isShortCode, isValueName } from "./fields";
import { isConditional, isDecidedOn } from "./decisions";
import { normalSpelling, placesIn, saysValue } from "./values/spelling";
import { areExclusive, isStateWord } from "./states";
import { saysField, saysSpelt } from "./statements";
import type { PlainTexts } from "./texts";
import { oppositesOf, qualityOf, truthOf } from "./truths";
import { scanValues } from "./values/values";

const SIGNIFICANT_STRENGTH = 0.6;
const WORDS_LEFT_MIN = 5;
const SIGNIFICANT_MAX = 500;

export interface UsedPart {
  readonly block: number;
  readonly fields: readonly StatedField[];
  /** Taken from the evidence by the step's calls and answers, in normal spelling. */
  readonly values: readonly string[];
}

/**
 * The states and numbers whose name or value is in the step's words, and the values that its calls and
 * answers took from the evidence.
 */
export function usedPart(
  texts: PlainTexts,
  block: number,
  step: Pick<PlanStep, "text">,
  values: readonly string[],
): UsedPart {
  const words = wordsIn(step.text);
  const normal = normalSpelling(step.text);
  const said = (normal.match(/[\p{L}]+/gu) ?? []).filter(isStateWord);
  const all = texts.fieldsOf(block);
  const mentioned = all.filter(
    (field) =>
      ((isOfUse(field) || isNameOf(field, normal)) && isNamed(field.key, words)) ||
      (field.sort === "state" &&
        said.some((word) => word === field.plain || areExclusive(word, field.plain))) ||
      isStateSaid(normal, field),
  );
  const about = mentioned.length > 0 ? mentioned : onlyStates(all, normal);
  const named = about.filter(({ subject }) => subject !== null && saysValue(normal, subject));
  const fields = named.length > 0 ? named : about;
  return { block, fields, values: [...new Set(values.map(normalSpelling))] };
}

function isStateSaid(normal: string, { key, plain, sort }: StatedField): boolean {
  if (truthOf(plain) !== null) {
    const quality = qualityOf(key);
    return (
      quality.length >= STATE_CHARS_MIN &&
      [quality, ...oppositesOf(quality)].some((word) => saysValue(normal, word))
    );
  }
  if ((sort !== "state" && sort !== "words") || isStateWord(plain) || plain.length < STATE_CHARS_MIN)
    return false;
  return [...placesIn(normal, plain)].some(
    (at) => (sort === "state" && plain.includes(" ")) || isDecidedOn(normal, at, plain),
  );
}

function onlyStates(fields: readonly StatedField[], normal: string): readonly StatedField[] {
  if (!isConditional(normal) || !IS.test(normal) || /\d/.test(normal)) return [];
  const states = fields.filter(
    ({ sort, plain, subject }) => plain !== subject && (sort === "state" || sort === "words"),
  );
  const isOne = states.every(({ key, sort }) => sort === "state" && key === states[0]?.key);
  return isOne ? states : [];
}

const STATE_CHARS_MIN = 4;
const IS =
  /(?<!\p{L})(?:is|are|was|were|still|already|not|never|been|ist|sind|wurde|noch|est|sont|encore|está|sigue|è|ancora|nog)(?!\p{L})/u;

/**
 * Whether a step that names the field needs a value of this sort. A name of one word is mostly the thing
 * itself.
 */
function isOfUse({ key, plain, sort, subject }: StatedField): boolean {
  if (sort === "words") return false;
  return (
    sort !== "name" ||
    (plain === subject
      ? isValueName(key)
      : isValueName(key) || key.includes(" ") || DATE.test(plain) || isShortCode(plain))
  );
}

/** Whether the value names a part of the thing that a step names: "the seal of MSKU-448121". */
function isNameOf({ plain, sort, subject }: StatedField, normal: string): boolean {
  return sort === "name" && subject !== null && plain !== subject && saysValue(normal, subject);
}

const DATE = /^\d{4} \d\d \d\d\b|^\d\d? \d\d? \d{4}\b/;

function isNamed(key: string, words: ReadonlySet<string>): boolean {
  const own = [...wordsIn(key)];
  return own.length > 0 && own.every((word) => words.has(word));
}

export function isKnownUse({ fields, values }: UsedPart): boolean {
  return fields.length > 0 || values.length > 0;
}

/**
 * What the text does not repeat of the used part. Where it is unknown what is used, whether the text has
 * anything of it. `normal` is in normal spelling.
 */
export function missingIn(texts: PlainTexts, used: UsedPart, normal: string): string[] {
  if (!isKnownUse(used)) return hasSomething(texts, used.block, normal) ? [] : [""];
  return [
    ...[...groupBy(used.fields, ({ key }) => key).values()].flatMap((fields) =>
      missingOf(texts, fields, normal),
    ),
    ...used.values.filter((value) => !saysSpelt(normal, value)),
  ];
}

function missingOf(texts: PlainTexts, fields: readonly StatedField[], normal: string): string[] {
  const missing = fields.filter((field) => !saysField(normal, field, texts.othersOf(field)));
  const things = new Set(fields.map(({ subject }) => subject));
  if (things.size > 1 && missing.length < fields.length) return [];
  return missing.map(({ key, value }) => `${key}: ${value}`);
}

function hasSomething(texts: PlainTexts, block: number, normal: string): boolean {
  const significant = new Set<string>();
  const full = texts.full(block);
  const keys = new Set(texts.fieldsOf(block).map(({ key }) => key));
  scanValues(full, (value, strength) => {
    const normalValue = normalSpelling(value);
    if (strength >= SIGNIFICANT_STRENGTH && significant.size < SIGNIFICANT_MAX && !keys.has(normalValue))
      significant.add(normalValue);
  });
  const fields = texts
    .fieldsOf(block)
    .filter(({ sort, plain }) => sort === "number" || (sort === "state" && isStateWord(plain)));
  if (significant.size > 0 || fields.length > 0)
    return (
      [...significant].some((value) => saysSpelt(normal, value)) ||
      fields.some((field) => saysField(normal, field))
    );
  const words = new Set(normalSpelling(full).match(/\p{L}{4,}/gu) ?? []);
  const kept = new Set((normal.match(/\p{L}{4,}/gu) ?? []).filter((word) => words.has(word)));
  return words.size === 0 || kept.size >= Math.min(WORDS_LEFT_MIN, words.size);
}
