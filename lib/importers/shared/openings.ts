import { addToGroup } from "@/lib/core/group-by";
import { isSummaryOpening } from "./summary-opening";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";

interface Opening<T> {
  readonly openingOf: (call: T) => string | undefined;
  readonly leaves?: (call: T) => readonly string[];
  readonly beginsWith?: (call: T) => string | undefined;
}

/** How {@link groupByOpening} reads calls whose items are known. */
export function makeOpeningReader<T>(
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
 * Separates the conversations of a trace or a log by the user's first message. A call that begins with a
 * conversation's summary continues it. A call without a user message belongs to the conversation of the call
 * before it.
 */
export function groupByOpening<T>(
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

    addToGroup(conversations, latest, call);
  }
  return [...conversations.values()];
}

function isSummary({ kind, content }: SeenItem): boolean {
  return kind === "compaction_summary" || (kind === "user_message" && isSummaryOpening(content));
}
