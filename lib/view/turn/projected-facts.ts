import type { Budget, ProjectedNext } from "@/lib/core/window/projected-next";
import { count, describeProvenance, formatTokens } from "../format/format";

export function listProjectedFacts(
  next: ProjectedNext | null,
  budget: Budget | null,
): { label: string; value: string; title: string }[] {
  const facts = [];
  if (next !== null)
    facts.push({
      label: "Next window, at least",
      value: formatTokens(next.tokens, next.provenance),
      title: `${count(next.input)} read and ${count(next.output)} answered, ${describeProvenance(next.provenance)}; results that are still to come are not counted`,
    });
  if (budget !== null) {
    const over = next !== null && next.tokens > budget.tokens;
    facts.push({
      label: "Budget",
      value: `${count(budget.tokens)}${over ? ", checkpoint needed" : ""}`,
      title: `${ORIGINS[budget.from](budget)}${over ? "; the next call cannot stay within it" : ""}`,
    });
  }
  return facts;
}

const ORIGINS: Readonly<Record<Budget["from"], (budget: Budget) => string>> = {
  recorded: () => "as the run declared it",
  "project tokens": () => "the project's default, because the run declared none",
  "project share": ({ share, window }) =>
    `${Math.round((share ?? 0) * 100)} % of a context window of ${count(window ?? 0)}, the project's default, because the run declared none`,
};
