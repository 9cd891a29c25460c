import type { ReplaySummary } from "@/lib/core/replay/summary";

const COLUMNS: readonly [title: string, value: (summary: ReplaySummary) => number | null][] = [
  ["peak", ({ peak }) => peak],
  ["mean", ({ mean }) => mean],
  ["evictions", ({ evictions }) => evictions],
  ["dangling", ({ dangling }) => dangling],
  ["unrestorable", ({ unrestorable }) => unrestorable],
  ["dup avoided", ({ duplicatesAvoided }) => duplicatesAvoided],
  ["dup caused", ({ duplicatesCaused }) => duplicatesCaused],
  ["constraints lost", ({ constraintsLost }) => constraintsLost],
  ["over budget", ({ turnsOverBudget }) => turnsOverBudget],
  ["tokens sent", ({ tokensSent }) => tokensSent],
];

/** Summaries as a table of text, a line for each policy. The price stands last, in the table's currency. */
export function tableOf(
  rows: readonly { readonly name: string; readonly summary: ReplaySummary }[],
  currency: string,
): string[] {
  const head = ["policy", ...COLUMNS.map(([title]) => title), `price ${currency}`];
  const lines = rows.map(({ name, summary }) => [
    name,
    ...COLUMNS.map(([, value]) => value(summary)?.toLocaleString("en-US") ?? "unknown"),
    summary.price?.toFixed(4) ?? "unknown",
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  return [head, ...lines].map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
}
