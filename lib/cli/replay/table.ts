import type { FigureName } from "@/lib/core/figures/names";
import { FIGURES, REPLAY_FIGURES } from "@/lib/core/figures/names";
import type { ReplaySummary } from "@/lib/replay/summary";

const COLUMNS: readonly [figure: FigureName, value: (summary: ReplaySummary) => number | null][] = [
  [FIGURES.peakWindow, ({ peak }) => peak],
  [REPLAY_FIGURES.mean, ({ mean }) => mean],
  [FIGURES.evictions, ({ evictions }) => evictions],
  [FIGURES.dangling, ({ dangling }) => dangling],
  [FIGURES.unrestorable, ({ unrestorable }) => unrestorable],
  [REPLAY_FIGURES.duplicatesAvoided, ({ duplicatesAvoided }) => duplicatesAvoided],
  [REPLAY_FIGURES.duplicatesCaused, ({ duplicatesCaused }) => duplicatesCaused],
  [REPLAY_FIGURES.rulesGone, ({ constraintsLost }) => constraintsLost],
  [REPLAY_FIGURES.turnsOverBudget, ({ turnsOverBudget }) => turnsOverBudget],
  [REPLAY_FIGURES.tokensSent, ({ tokensSent }) => tokensSent],
];

type Row = { readonly name: string; readonly summary: ReplaySummary };

function listColumns(rows: readonly Row[]): (readonly [title: string, value: (row: Row) => string])[] {
  if (rows.every(({ summary }) => summary.tokensSentByRun.value === null)) return [];
  const describeSent = ({ summary: { tokensSentByRun: sent } }: Row) =>
    sent.value === null ? "unknown" : `${sent.value.toLocaleString("en-US")} ${sent.provenance}`;
  return [["by the run's count", describeSent]];
}

/** A line per policy. The price is last, in the table's currency. */
export function writeTable(rows: readonly Row[], currency: string): string[] {
  const own = listColumns(rows);
  const head = [
    "policy",
    ...COLUMNS.map(([{ label }]) => label.toLowerCase()),
    ...own.map(([title]) => title),
    `price ${currency}`,
  ];
  const lines = rows.map((row) => [
    row.name,
    ...COLUMNS.map(([, value]) => value(row.summary)?.toLocaleString("en-US") ?? "unknown"),
    ...own.map(([, value]) => value(row)),
    row.summary.price?.toFixed(4) ?? "unknown",
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  return [head, ...lines].map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
}
