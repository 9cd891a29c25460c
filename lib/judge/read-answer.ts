import type { Prompt } from "./prompt";
import type { ModelAnswer, Question } from "./question";
import type { JudgedText } from "./scene/judged-text";
import { answerSchema, UNSURE } from "./question";
import type { FoundQuote } from "./quotes";
import { findQuote } from "./quotes";

/** Why a question has no answer. */
export const UNANSWERED = [
  "time-out",
  "rate limit",
  "unreachable",
  "server error",
  "denied",
  "rejected",
  "refused",
  "cut off",
  "no JSON",
  "wrong form",
  "wrong ticket",
  "quote not found",
  "unsure",
] as const;
export type Unanswered = (typeof UNANSWERED)[number];

export type AnswerReading =
  | { readonly is: "answer"; readonly answer: ModelAnswer; readonly quotes: readonly FoundQuote[] }
  | { readonly is: "none"; readonly why: Unanswered; readonly detail: string };

/**
 * Checks what a model wrote: it is JSON of the question's form, has the ticket, and every quote stands in the text that
 * it names, with all the roles that the verdict needs.
 */
export function readAnswer(
  question: Question,
  { ticket }: Pick<Prompt, "ticket">,
  texts: readonly JudgedText[],
  reply: string,
): AnswerReading {
  const objects = listObjects(reply);
  if (objects.length === 0) return makeNoReading("no JSON", "the reply holds no JSON object");
  const schema = answerSchema(question);
  const own = objects.findLast((one) => one.ticket === ticket);
  if (own === undefined)
    return reply.includes(ticket)
      ? makeNoReading("no JSON", "the answer is broken JSON")
      : makeNoReading("wrong ticket", "no JSON object of the reply has the ticket");
  const parsed = schema.safeParse(own);
  if (!parsed.success)
    return makeNoReading(
      "wrong form",
      parsed.error.issues.map(({ path }) => path.join(".") || "the answer").join(", "),
    );
  const { ticket: _, verdict, reason, quotes, ...more } = parsed.data;
  const answer: ModelAnswer = { verdict, reason: reason.trim(), quotes, more };
  if (verdict === UNSURE) return makeNoReading("unsure", answer.reason);
  if (question.isConsistent?.(answer) === false)
    return makeNoReading("wrong form", "the answer's fields contradict each other");
  const given = [...quotes, ...(question.furtherQuotes?.(answer) ?? [])];
  const found = given.map((one) => ({ one, at: findQuote(one, texts) }));
  const missing = found.find(({ at }) => at === null);
  if (missing !== undefined)
    return makeNoReading(
      "quote not found",
      `text ${missing.one.text} does not say "${missing.one.quote.slice(0, 200)}"`,
    );
  const standing = found.flatMap(({ at }) => at ?? []);
  const needed = question.verdicts[verdict]?.quotes ?? [];
  const without = needed.find((role) => standing.every((one) => one.role !== role));
  if (without !== undefined || standing.length === 0)
    return makeNoReading("quote not found", `"${verdict}" needs a quote of ${without ?? "a text"}`);
  return { is: "answer", answer, quotes: standing };
}

function makeNoReading(why: Unanswered, detail: string): AnswerReading {
  return { is: "none", why, detail };
}

const REPLY_CHARS_MAX = 60_000;
const STARTS_MAX = 200;

/** The outermost JSON objects of a reply, whatever stands around them: prose, fences, thoughts. */
function listObjects(reply: string): Record<string, unknown>[] {
  const text = reply.slice(0, REPLY_CHARS_MAX);
  const found: Record<string, unknown>[] = [];
  let at = text.indexOf("{");
  for (let starts = 0; at >= 0 && starts < STARTS_MAX; starts++) {
    const end = endOfObject(text, at);
    const value = end === null ? null : parseObject(text.slice(at, end));
    if (value !== null) found.push(value);
    at = text.indexOf("{", value === null ? at + 1 : (end ?? at + 1));
  }
  return found;
}

/** Behind the brace that closes the one at `start`; braces within strings do not count. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const sign = text[i];
    if (quoted && sign === "\\") i++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "{") depth++;
    else if (!quoted && sign === "}" && --depth === 0) return i + 1;
  }
  return null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
