import type { DeclaredBudgets } from "@/lib/core/trace/turn-figures";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";

const SOURCES_SHOWN_MAX = 12;

/** The harness's allowance per source: "tools 20,000, history 150,000"; `null` when it has none. */
export function describeBudgets(
  budgets: Pick<DeclaredBudgets, "bySource"> | null | undefined,
): string | null {
  const parts = Object.entries(budgets?.bySource ?? {}).map(
    ([source, tokens]) => `${revealText(source.replaceAll("_", " "))} ${count(tokens)}`,
  );
  if (parts.length === 0) return null;
  const more = parts.length - SOURCES_SHOWN_MAX;
  return [...parts.slice(0, SOURCES_SHOWN_MAX), ...(more > 0 ? [`and ${count(more)} more`] : [])].join(", ");
}
