import type { Found } from "./detector";
import { lowerText } from "./detector";
import type { FormRule } from "./rule-table";
import { FORM_RULES, ISSUED } from "./rule-table";
import { computeEntropy, isStandIn, isPassing } from "./secret-value";

interface Entry {
  readonly word: string;
  readonly rule: FormRule;
  readonly form: RegExp;
}

const CODES = 128;
/** Fewer different characters are a filler, as in `ghp_xxxx`. */
const DISTINCT_MIN = 5;

/** For the first two characters of a word, the rules to try, the longest word first. */
const ENTRIES = indexEntries(FORM_RULES);

function indexEntries(rules: readonly FormRule[]): readonly (readonly Entry[] | undefined)[] {
  const byStart = new Array<Entry[] | undefined>(CODES * CODES);
  for (const rule of rules) {
    const form = new RegExp(rule.form, `y${rule.flags ?? ""}`);
    for (const word of rule.words) (byStart[startOf(word, 0)] ??= []).push({ word, rule, form });
  }
  for (const entries of byStart) entries?.sort((a, b) => b.word.length - a.word.length);
  return byStart;
}

/** -1 when one of the two characters is no ASCII. */
function startOf(text: string, at: number): number {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return first < CODES && second < CODES ? first * CODES + second : -1;
}

/**
 * Values that their form shows, or the words around them. One pass over the text for all rules: a form is tried only
 * where one of its words begins, and reads a bounded number of characters. So the time is linear in the text.
 */
export function* listIssued(text: string): Iterable<Found> {
  const lower = lowerText(text);
  let from = 0;
  for (let at = 0; at + 1 < lower.length; at++) {
    const start = startOf(lower, at);
    const entries = start < 0 ? undefined : ENTRIES[start];
    if (entries === undefined) continue;
    for (const { word, rule, form } of entries) {
      if (!lower.startsWith(word, at)) continue;
      const found = findAt(text, at, rule, form);
      if (found === null || found.end <= from) continue;
      yield found;
      from = found.end;
      break;
    }
  }
}

function findAt(text: string, at: number, rule: FormRule, form: RegExp): Found | null {
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) return null;
  const whole = (match.groups?.head ?? "") + match[0];
  const value = match.groups?.it ?? whole;
  const begins = match.index + match[0].length - whole.length;
  const start = begins + whole.lastIndexOf(value);
  return isAccepted(value, rule)
    ? { detector: rule.class ?? ISSUED, label: rule.label, start, end: start + value.length }
    : null;
}

function isAccepted(value: string, { check, entropy = 0 }: FormRule): boolean {
  if (check !== undefined) return isPassing(check, value);
  return (
    new Set(value.slice(4)).size >= DISTINCT_MIN && computeEntropy(value) >= entropy && !isStandIn(value)
  );
}
