import type { FindingsInput } from "../answers";
import { plural } from "../format/format";
import { findCountedSeverity } from "./counting";

/** How much there was to find something in. */
export type SearchedCounts = Readonly<Record<"turns" | "toolCalls" | "evictions", number | null>>;

/** Said of a whole session in which nothing was found; empty for any other. */
export function describeLooked(
  { analysedUpTo, findings }: FindingsInput,
  looked: SearchedCounts | null,
): string[] {
  const isFound = findings.some((one) => one.family !== "coverage" && findCountedSeverity(one) !== null);
  if (looked === null || !analysedUpTo.done || isFound) return [];
  const { turns, toolCalls, evictions } = looked;
  if (turns === null || toolCalls === null || evictions === null) return [];
  const left = `${plural(evictions, "departure")} from the window`;
  return [`Nothing was found in ${plural(turns, "turn")}, ${plural(toolCalls, "tool call")} and ${left}.`];
}
