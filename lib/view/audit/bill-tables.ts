import type { AuditedBills } from "../answers";
import { describeMoney } from "../format/cost";
import { count, formatPercent } from "../format/format";
import { revealText } from "../format/trace-text";
import { BREAK_WORDS } from "../losses/break-words";
import type { AuditTable } from "./audit-tables";
import type { AuditFilters } from "./sessions-href";
import { makeSessionsHref } from "./sessions-href";

type CostGroup = AuditedBills["programs"][number];

const INTERVALS = "With the 95% interval over sessions where there are several.";

/** What sessions cost, by why the cache was lost, by program, by model and by tool. */
export function buildBillTables(bills: AuditedBills | undefined, filters: AuditFilters): AuditTable[] {
  if (bills === undefined) return [];
  return [
    buildCostTable(
      "Cost of cache losses",
      `What was paid again, by cause. ${INTERVALS}`,
      "Losses",
      bills.causes,
      {
        name: ({ name }) => BREAK_WORDS[name],
      },
    ),
    buildCostTable("Cost by program", INTERVALS, "Calls", bills.programs, {
      name: ({ name, version }) =>
        name === null ? "not stated" : revealText([name, version].filter((part) => part !== null).join(" ")),
    }),
    buildCostTable("Cost by model", INTERVALS, "Calls", bills.models, {
      name: ({ name }) => (name === null ? "not stated" : revealText(name)),
      href: ({ name }) =>
        name === null ? null : makeSessionsHref({ ...filters, model: name, sort: "cost" }),
    }),
    buildCostTable(
      "Cost by tool",
      `Calls and results over their whole life, of the dearest tools of each session. ${INTERVALS}`,
      "Calls",
      bills.tools,
      { name: ({ name }) => revealText(name ?? "") },
    ),
  ];
}

interface Heads<Group> {
  readonly name: (group: Group) => string;
  readonly href?: (group: Group) => string | null;
}

function buildCostTable<Group extends CostGroup>(
  title: string,
  note: string,
  times: string,
  groups: readonly Group[],
  { name, href = () => null }: Heads<Group>,
): AuditTable {
  const hasLost = groups.some(({ lost }) => lost !== null);
  return {
    title,
    note,
    columns: ["Sessions", times, "Cost", "Of all", "A session", ...(hasLost ? ["Lost to the cache"] : [])],
    rows: groups.map((group) => ({
      key: JSON.stringify([group.name, group.version, group.currency]),
      head: { text: name(group), href: href(group) },
      cells: [
        count(group.sessions),
        count(group.times),
        describeMoney(group.cost, group.currency),
        shareText(group.share),
        writeMeanText(group),
        ...(hasLost ? [shareText(group.lost)] : []),
      ].map((text) => ({ text, href: null })),
    })),
  };
}

function shareText(of: CostGroup["lost"]): string {
  if (of === null || of.share === null) return "–";
  const interval =
    of.low === null || of.high === null ? "" : ` (${formatPercent(of.low)} to ${formatPercent(of.high)})`;
  return `${formatPercent(of.share)}${interval}`;
}

function writeMeanText({ perSession: { mean, low, high }, currency }: CostGroup): string {
  const interval =
    low === null || high === null
      ? ""
      : ` (${describeMoney(low, currency)} to ${describeMoney(high, currency)})`;
  return `${describeMoney(mean, currency)}${interval}`;
}
