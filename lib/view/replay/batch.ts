import { compact, percent, signed } from "../format/format";
import type { TableData } from "../format/table-data";
import type { ReplayInput, ReplayResultInput } from "./replay-input";
import { currencyOf, evidenceKept, money } from "./results";

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

interface Figure {
  readonly key: string;
  readonly label: string;
  readonly value: (result: ReplayResultInput) => number | null;
  readonly text: (value: number | null, currency: string) => string;
  readonly moreIsBetter?: true;
}

const FIGURES: readonly Figure[] = [
  { key: "dangling", label: "Dangling", value: ({ summary }) => summary.dangling, text: compact },
  { key: "kept", label: "Evidence kept", value: evidenceKept, text: percent, moreIsBetter: true },
  { key: "evictions", label: "Evictions", value: ({ summary }) => summary.evictions, text: compact },
  {
    key: "constraints",
    label: "Constraints lost",
    value: ({ summary }) => summary.constraintsLost,
    text: compact,
  },
  { key: "peak", label: "Peak", value: ({ summary }) => summary.peak, text: compact },
  { key: "sent", label: "Tokens sent", value: ({ summary }) => summary.tokensSent, text: compact },
  { key: "price", label: "Price", value: ({ summary }) => summary.price, text: money },
];

export const BATCH_HEADS = FIGURES.map(({ key, label }) => ({ key, label }));

export function batchRows(items: readonly ReplayBatchItem[]): BatchRow[] {
  return items.map(({ id, name, state, message, replay }) => {
    const [recorded, replayed] = replay?.results ?? [];
    const changes =
      recorded === undefined || replayed === undefined
        ? []
        : FIGURES.map((figure) => changeOf(figure, recorded, replayed, currencyOf(replay?.request)));
    return { id, name, state, message, run: replay?.id ?? null, changes };
  });
}

function changeOf(
  { value, text, moreIsBetter }: Figure,
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
    better: alike ? null : after > before === (moreIsBetter ?? false),
  };
}

export function batchSentence(rows: readonly BatchRow[]): string {
  const done = rows.filter(({ changes }) => changes.length > 0);
  if (done.length === 0) return `${rows.length} sessions, none replayed yet.`;
  const dangling = FIGURES.findIndex(({ key }) => key === "dangling");
  const sent = FIGURES.findIndex(({ key }) => key === "sent");
  const sum = (at: number, side: "before" | "after") =>
    done.reduce((all, { changes }) => all + (changes[at]?.[side] ?? 0), 0);
  const better = done.filter(({ changes }) => changes[dangling]?.better === true).length;
  const worse = done.filter(({ changes }) => changes[dangling]?.better === false).length;
  return (
    `${done.length} of ${rows.length} sessions replayed: fewer dangling uses in ${better}, more in ${worse}; ` +
    `${signed(sum(dangling, "after") - sum(dangling, "before"))} dangling and ${signed(sum(sent, "after") - sum(sent, "before"))} tokens sent in all.`
  );
}

export function batchTable(rows: readonly BatchRow[]): TableData {
  return {
    columns: [
      { key: "session", label: "Session" },
      { key: "id", label: "Id" },
      ...FIGURES.flatMap(({ key, label }) => [
        { key: `${key}_recorded`, label: `${label}, recorded`, numeric: true },
        { key: `${key}_replayed`, label: `${label}, replayed`, numeric: true },
      ]),
    ],
    rows: rows.map(({ name, id, changes }) => [
      name,
      id,
      ...FIGURES.flatMap((_, i) => [changes[i]?.before ?? null, changes[i]?.after ?? null]),
    ]),
  };
}
