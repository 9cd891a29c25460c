import type { LedgerInput } from "../answers";
import { count } from "../format/format";
import { visibleText } from "../format/trace-text";
import { blockHref } from "./links";

export interface BudgetRow {
  readonly key: string;
  readonly source: string;
  readonly allowed: string;
  readonly used: string;
  readonly over: string | null;
  readonly largest: { readonly text: string; readonly href: string } | null;
}

export function budgetRows(
  sessionId: string,
  { budgetUses = [] }: Pick<LedgerInput, "budgetUses">,
): BudgetRow[] {
  return budgetUses.map(({ source, allowed, used, largest }) => ({
    key: source ?? "",
    source: source === null ? "Whole window" : visibleText(source.replaceAll("_", " ")),
    allowed: count(allowed),
    used: count(used),
    over: used !== null && used > allowed ? count(used - allowed) : null,
    largest:
      largest === null
        ? null
        : {
            text: `${visibleText(largest.name)}, ${count(largest.tokens)}`,
            href: blockHref(sessionId, largest.blockId),
          },
  }));
}
