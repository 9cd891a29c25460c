import { SURVIVAL_KINDS } from "@/lib/core/compaction/kinds";
import type { CompactionFigures } from "../answers";
import { KIND_WORDS } from "../compactions/card-model";
import { TRIGGER_WORDS } from "../compactions/cut-rows";
import { describeMoney } from "../format/cost";
import { count, formatPercent } from "../format/format";
import { revealText } from "../format/trace-text";
import type { AuditTable } from "./audit-tables";

/** Which program's compactions keep what, and what they cost. */
export function buildCompactionTable(groups: readonly CompactionFigures[]): AuditTable {
  const kinds = SURVIVAL_KINDS.filter((kind) => groups.some(({ survival }) => survival[kind].n > 0));
  return {
    title: "What compactions kept",
    note: "Shares of the values that stood before and could be looked up, with the 95% interval over sessions where there are several.",
    columns: [
      "Compactions",
      "Sessions",
      ...kinds.map((kind) => KIND_WORDS[kind]),
      "Unreadable",
      "Paid",
      "Saved",
      "Paid for itself",
    ],
    rows: groups.map(({ program, version, model, trigger, ...group }) => ({
      key: JSON.stringify([program, version, model, trigger]),
      head: { text: groupName({ program, version, model, trigger }), href: null },
      cells: [
        count(group.compactions),
        count(group.sessions),
        ...kinds.map((kind) => shareText(group.survival[kind])),
        count(group.unreadable),
        ...writePrices(group.prices),
      ].map((text) => ({ text, href: null })),
    })),
  };
}

function groupName({
  program,
  version,
  model,
  trigger,
}: Pick<CompactionFigures, "program" | "version" | "model" | "trigger">): string {
  const name = [program ?? "not stated", version].filter((part) => part !== null).join(" ");
  const parts = [revealText(name), model === null ? null : revealText(model)];
  if (trigger !== null) parts.push(TRIGGER_WORDS[trigger]);
  return parts.filter((part) => part !== null).join(", ");
}

function shareText({ share, n, low, high }: CompactionFigures["survival"]["path"]): string {
  if (share === null) return "–";
  const interval = low === null || high === null ? "" : ` (${formatPercent(low)} to ${formatPercent(high)})`;
  return `${formatPercent(share)} of ${count(n)}${interval}`;
}

function writePrices(prices: CompactionFigures["prices"]): [paid: string, saved: string, paidOff: string] {
  if (prices.length === 0) return ["–", "–", "–"];
  const sums = (of: "paid" | "saved") =>
    prices.map(({ currency, ...sum }) => describeMoney(sum[of], currency)).join(", ");
  const [paidOff, priced] = [
    prices.reduce((total, one) => total + one.paidOff, 0),
    prices.reduce((total, one) => total + one.compactions, 0),
  ];
  return [sums("paid"), sums("saved"), `${count(paidOff)} of ${count(priced)}`];
}
