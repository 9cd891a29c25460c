import type { LedgerInput } from "../answers";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";
import { makeBlockHref } from "./links";

export interface BudgetRow {
  readonly key: string;
  readonly source: string;
  readonly allowed: string;
  readonly used: string;
  readonly over: string | null;
  readonly largest: { readonly text: string; readonly href: string } | null;
}

export function listBudgetRows(
  sessionId: string,
  { budgetUses = [] }: Pick<LedgerInput, "budgetUses">,
): BudgetRow[] {
  return budgetUses.map(({ source, allowed, used, largest }) => ({
    key: source ?? "",
    source: source === null ? "Whole window" : revealText(source.replaceAll("_", " ")),
    allowed: count(allowed),
    used: count(used),
    over: used !== null && used > allowed ? count(used - allowed) : null,
    largest:
      largest === null
        ? null
        : {
            text: `${revealText(largest.name)}, ${count(largest.tokens)}`,
            href: makeBlockHref(sessionId, largest.blockId),
          },
  }));
}
