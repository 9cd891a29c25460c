import { binds } from "./binding-sentence";

/** The most characters of a text that are read; nobody reads a dump of megabytes. */
const TEXT_CHARS_MAX = 200_000;
const SENTENCES_MAX = 2_000;
const CONSTRAINT_CHARS = { min: 12, max: 300 };

/**
 * The sentences of a user's messages that bind and that a text does not repeat, spaces and case aside; the most frequent first.
 *
 *     "Fix the sync.\nNever write to the production bucket."   said: "NEVER write to the production  bucket."   → none
 */
export function unsaidConstraints(messages: readonly string[], saidText: string): string[] {
  const times = new Map<string, number>();
  for (const message of messages)
    for (const sentence of new Set(constraintsIn(message.slice(0, TEXT_CHARS_MAX))))
      times.set(sentence, (times.get(sentence) ?? 0) + 1);
  const text = flat(saidText);
  return [...times]
    .filter(([sentence]) => !text.includes(flat(sentence)))
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([sentence]) => sentence);
}

function constraintsIn(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s>*\-\d.)]+/, "").trim())
    .filter(({ length }) => length >= CONSTRAINT_CHARS.min && length <= CONSTRAINT_CHARS.max)
    .filter((sentence) => binds(sentence, "user_message"))
    .slice(0, SENTENCES_MAX);
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
