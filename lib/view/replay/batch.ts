import type { ReplayInput, ReplayResultInput } from "../answers";
import { formatCount } from "@/lib/core/digits";
import { formatCompact, formatSigned } from "../format/format";
import type { TableData } from "../format/table-data";
import type { ResultColumn } from "./results";
import { findCurrency, RESULT_COLUMNS } from "./results";

export interface ReplayBatchItem {
  readonly id: string;
  readonly name: string;
  readonly state: "waiting" | "running" | "done" | "failed";
  readonly message: string;
  readonly replay: Pick<ReplayInput, "id" | "results" | "request"> | null;
}

export interface BatchRow {
  readonly id: string;
  readonly name: string;
  readonly state: ReplayBatchItem["state"];
  readonly message: string;
  readonly run: string | null;
  readonly changes: readonly Change[];
}

interface Change {
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
  readonly better: boolean | null;
}

const COLUMNS = ["dangling", "kept", "evictions", "constraints", "peak", "sent", "price"];
const SHOWN = RESULT_COLUMNS.filter(({ key }) => COLUMNS.includes(key)).toSorted(
  (a, b) => COLUMNS.indexOf(a.key) - COLUMNS.indexOf(b.key),
);
const MORE_IS_BETTER = "kept";

export const BATCH_HEADS = SHOWN.map(({ key, label }) => ({ key, label }));

export function listBatchRows(items: readonly ReplayBatchItem[]): BatchRow[] {
  return items.map(({ id, name, state, message, replay }) => {
    const [recorded, replayed] = replay?.results ?? [];
    const changes =
      recorded === undefined || replayed === undefined
        ? []
        : SHOWN.map((column) => changeOf(column, recorded, replayed, findCurrency(replay?.request)));
    return { id, name, state, message, run: replay?.id ?? null, changes };
  });
}

function changeOf(
  { key, value, text = formatCompact }: ResultColumn,
  recorded: ReplayResultInput,
  replayed: ReplayResultInput,
  currency: string,
): Change {
  const [before, after] = [value(recorded), value(replayed)];
  const alike = before === null || after === null || before === after;
  return {
    before,
    after,
    text: alike ? text(after, currency) : `${text(before, currency)} → ${text(after, currency)}`,
    better: alike ? null : after > before === (key === MORE_IS_BETTER),
  };
}

export function describeBatchSentence(rows: readonly BatchRow[]): string {
  const done = rows.filter(({ changes }) => changes.length > 0);
  if (done.length === 0) return `${formatCount(rows.length, "session")}, none replayed yet.`;
  const dangling = SHOWN.findIndex(({ key }) => key === "dangling");
  const sent = SHOWN.findIndex(({ key }) => key === "sent");
  const sum = (at: number, side: "before" | "after") =>
    done.reduce((all, { changes }) => all + (changes[at]?.[side] ?? 0), 0);
  const better = done.filter(({ changes }) => changes[dangling]?.better === true).length;
  const worse = done.filter(({ changes }) => changes[dangling]?.better === false).length;
  return (
    `${done.length} of ${formatCount(rows.length, "session")} replayed: fewer uses without evidence in ${better}, more in ${worse}; ` +
    `${formatSigned(sum(dangling, "after") - sum(dangling, "before"))} of these uses and ${formatSigned(sum(sent, "after") - sum(sent, "before"))} tokens sent in all.`
  );
}

export function buildBatchTable(rows: readonly BatchRow[]): TableData {
  return {
    columns: [
      { key: "session", label: "Session" },
      { key: "id", label: "Id" },
      ...SHOWN.flatMap(({ key, label }) => [
        { key: `${key}_recorded`, label: `${label}, recorded`, numeric: true },
        { key: `${key}_replayed`, label: `${label}, replayed`, numeric: true },
      ]),
    ],
    rows: rows.map(({ name, id, changes }) => [
      name,
      id,
      ...SHOWN.flatMap((_, i) => [changes[i]?.before ?? null, changes[i]?.after ?? null]),
    ]),
  };
}
