import { opensAsSummary } from "./summary-opening";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/** What tells which conversation a call is of. */
interface Opening<T> {
  /** What the user first said; `undefined` where a call does not show it. */
  readonly openingOf: (call: T) => string | undefined;
  /** Texts that an answer leaves for the calls after it to begin with, in place of the beginning: summaries. */
  readonly leaves?: (call: T) => readonly string[];
  readonly beginsWith?: (call: T) => string | undefined;
}

/** How calls are told apart whose messages are at hand as pieces. */
export function openingInItems<T>(
  itemsOf: (call: T) => readonly SeenItem[],
  answered: (call: T) => readonly SeenItem[],
): Opening<T> {
  return {
    openingOf: (call) => itemsOf(call).find(({ kind }) => kind === "user_message")?.content,
    leaves: (call) =>
      answered(call).flatMap(({ kind, content }) => (kind === "compaction_summary" ? [content] : [])),
    beginsWith: (call) => {
      const first = itemsOf(call).find(({ kind }) => kind !== "system_rules" && kind !== "tool_schemas");
      return first !== undefined && isSummary(first) ? first.content : undefined;
    },
  };
}

/**
 * Tells the conversations of a trace or a log apart by what the user first said in them. A call that begins with the
 * summary of a conversation goes on with that one; one that shows no user message belongs to the conversation of the
 * call before it.
 */
export function byOpening<T>(
  calls: readonly T[],
  { openingOf, leaves = () => [], beginsWith = () => undefined }: Opening<T>,
): T[][] {
  const conversations = new Map<string, T[]>();
  const summarised = new Map<string, string>();
  let latest = "";
  for (const call of calls) {
    const summary = beginsWith(call);
    if (summary === undefined) latest = openingOf(call) ?? latest;
    else latest = summarised.get(summary) ?? (conversations.size > 0 ? latest : (openingOf(call) ?? latest));
    for (const text of leaves(call)) summarised.set(text, latest);

    const conversation = conversations.get(latest);
    if (conversation === undefined) conversations.set(latest, [call]);
    else conversation.push(call);
  }
  return [...conversations.values()];
}

/** Whether a piece stands for what was said before: a compaction block, or a message that opens as a summary. */
export function isSummary({ kind, content }: SeenItem): boolean {
  return kind === "compaction_summary" || (kind === "user_message" && opensAsSummary(content));
}
