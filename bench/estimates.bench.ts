import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { hasCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { note } from "./report";

/**
 * The error of the estimated growth between two calls against the provider's figures, by format. Counts all
 * pairs of successive calls with the same model.
 */
interface Errors {
  readonly sessions: Set<string>;
  readonly absolute: number[];
  readonly relative: number[];
}

const byFormat = new Map<string, Errors>();

if (!hasCorpus) console.log("SKIPPED: the trace corpus is not there");
for (const { entry } of hasCorpus ? corpusEntries() : []) {
  const imported = await importCorpusEntry(entry);
  if (imported === null) continue;
  for (const [id, events] of imported.sessions) take(imported.format, id, foldSession(events));
}

for (const [format, { sessions, absolute, relative }] of [...byFormat].sort()) {
  note(
    format,
    `${computeMedian(absolute)} tokens, ${(computeMedian(relative) * 100).toFixed(1)} % of the growth ` +
      `(${absolute.length} pairs of calls in ${sessions.size} sessions)`,
  );
}

function take(format: string, id: string, { turns }: Session): void {
  const errors = byFormat.get(format) ?? { sessions: new Set(), absolute: [], relative: [] };
  for (const [i, turn] of turns.entries()) {
    const before = turns[i - 1];
    const [was, is] = [before?.usage?.input ?? null, turn.usage?.input ?? null];
    if (before === undefined || was === null || is === null || before.model !== turn.model) continue;
    if (!before.window.known || !turn.window.known) continue;
    const measured = is - was;
    const error = Math.abs(sumOf(turn.window.bySource) - sumOf(before.window.bySource) - measured);
    errors.sessions.add(id);
    errors.absolute.push(error);
    if (measured !== 0) errors.relative.push(error / Math.abs(measured));
  }
  if (errors.absolute.length > 0) byFormat.set(format, errors);
}

function sumOf(bySource: Record<string, number>): number {
  return Object.values(bySource).reduce((sum, tokens) => sum + tokens, 0);
}

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
