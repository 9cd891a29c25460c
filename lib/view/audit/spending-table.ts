import type { AuditInput, Spending } from "../answers";
import { costWords, moneyWords } from "../format/cost";
import { count, shortDuration } from "../format/format";
import { visibleText } from "../format/trace-text";
import type { AuditFilters } from "./sessions-href";
import type { AuditCell, AuditTable } from "./audit-tables";
import { sessionsHref } from "./sessions-href";

const PARTS = ["total", "uncached", "cacheRead", "cacheWrite", "output"] as const;

/** Empty when neither the cost nor the latency is known. */
export function spendingStatements({ costs, callMs }: Spending): string[] {
  const cost = costWords(costs);
  const took = callMs === null ? null : `A call took ${shortDuration(callMs)} on average.`;
  return [
    ...(cost === null ? [] : [`The calls of these sessions cost ${cost.value}. ${cost.detail}.`]),
    ...(took === null ? [] : [took]),
  ];
}

/** Cost and latency by model, with cache reads and writes apart. A model with several currencies names each. */
export function spendingTable(models: AuditInput["spending"]["models"], filters: AuditFilters): AuditTable {
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
        text: model === null ? "not stated" : visibleText(model),
        href: model === null ? null : sessionsHref({ ...filters, model, sort: "cost" }),
      },
      cells: [
        count(calls),
        ...PARTS.map((part) =>
          costs.length === 0 ? "–" : costs.map((cost) => moneyWords(cost[part], cost.currency)).join(" + "),
        ),
        count(costs.reduce((sum, cost) => sum + cost.calls, 0)),
        callMs === null ? "–" : shortDuration(callMs),
      ].map((text): AuditCell => ({ text, href: null })),
    })),
  };
}
