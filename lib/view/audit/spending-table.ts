import type { AuditInput } from "../answers";
import { describeMoney } from "../format/cost";
import { count, formatShortDuration } from "../format/format";
import { revealText } from "../format/trace-text";
import type { AuditFilters } from "./sessions-href";
import type { AuditCell, AuditTable } from "./audit-tables";
import { makeSessionsHref } from "./sessions-href";

const PARTS = ["total", "uncached", "cacheRead", "cacheWrite", "output"] as const;

/** Cost and latency by model, with cache reads and writes apart. A model with several currencies names each. */
export function buildSpendingTable(
  models: AuditInput["spending"]["models"],
  filters: AuditFilters,
): AuditTable {
  return {
    title: "Cost and latency",
    note: "List prices of the models, or the project's own from Settings. A call without usage or price is in no sum.",
    columns: [
      "Calls",
      "Cost",
      "Not cached",
      "Cache reads",
      "Cache writes",
      "Output",
      "Calls priced",
      "A call took",
    ],
    rows: models.map(({ model, calls, costs, callMs }) => ({
      key: model ?? "",
      head: {
        text: model === null ? "not stated" : revealText(model),
        href: model === null ? null : makeSessionsHref({ ...filters, model, sort: "cost" }),
      },
      cells: [
        count(calls),
        ...PARTS.map((part) =>
          costs.length === 0
            ? "–"
            : costs.map((cost) => describeMoney(cost[part], cost.currency)).join(" + "),
        ),
        count(costs.reduce((sum, cost) => sum + cost.calls, 0)),
        callMs === null ? "–" : formatShortDuration(callMs),
      ].map((text): AuditCell => ({ text, href: null })),
    })),
  };
}
