import type { LedgerInput, LedgerLineInput, LedgerRowInput } from "../answers";
import { groupBy } from "@/lib/core/group-by";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { describeMode } from "../turn/turn-model";
import type { LedgerTableRow } from "./ledger-row";
import { listLedgerRows, describeRowsSubject, describeRowTokens } from "./ledger-row";

/** A longer list is folded until somebody asks for it. */
const OPEN_UP_TO = 60;

/** Whether the page says only what changed, and keeps the list of all decisions behind a button. */
export function isLedgerFolded(
  facts: Pick<LedgerInput, "turn" | "firstTurn" | "total" | "unfiltered">,
  selection: { readonly against: number | null; readonly sel: string | null },
): boolean {
  const isAsked = selection.against !== null || selection.sel !== null || facts.total !== facts.unfiltered;
  return !isAsked && facts.unfiltered > OPEN_UP_TO && facts.turn > facts.firstTurn;
}

/** Blocks that one thing happened to, for one reason. */
export interface LedgerChangeGroup {
  readonly key: string;
  /** "360 blocks were compacted into a summary". */
  readonly label: string;
  /** The same of a single block: "compacted into a summary". */
  readonly happened: string;
  readonly reason: string;
  readonly tokens: string;
  readonly rows: readonly LedgerTableRow[];
}

export interface LedgerChanges {
  readonly sentence: string;
  readonly included: readonly LedgerChangeGroup[];
  readonly excluded: readonly LedgerChangeGroup[];
}

/**
 * What a turn's window took in and what it gave up since the turn before, the largest groups first, and
 * in each the largest blocks.
 * @param facts the ledger of the turn against the one before
 */
export function buildLedgerChanges(sessionId: string, facts: LedgerInput): LedgerChanges {
  const lines = facts.rows.flatMap((line) => {
    const row = line.after ?? line.before;
    return row === null ? [] : [{ line, row, happened: describeChange(line) }];
  });
  const groups = [
    ...groupBy(lines, ({ line, row, happened }) => JSON.stringify([line.change, happened, row.reason?.text])),
  ].map(([key, rowsOfGroup]) => {
    const [first] = rowsOfGroup;
    const part = { ...facts, rows: rowsOfGroup.map(({ line }) => line) };
    const rows = listLedgerRows(sessionId, part, "none")
      .map((row, i) => ({ ...row, key: `${key} ${i}` }))
      .toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0));
    const happened = first?.happened ?? "";
    const statedReason = revealText(first?.row.reason?.text ?? "");
    const isSaid = statedReason.startsWith(happened);
    return {
      key,
      isOut: first?.line.change === "removed",
      label: `${describeRowsSubject(rows)} ${isSaid ? statedReason : happened}`,
      happened: isSaid ? statedReason : happened,
      reason: isSaid ? "" : statedReason,
      tokens: describeRowTokens(rows),
      rows,
    };
  });
  const largestFirst = groups.toSorted((a, b) => b.rows.length - a.rows.length);
  return {
    sentence: writeSentence(
      facts,
      groups.flatMap(({ rows }) => rows),
    ),
    included: largestFirst.filter(({ isOut }) => !isOut),
    excluded: largestFirst.filter(({ isOut }) => isOut),
  };
}

/** "At turn 173, 1 block came in (~3,000 tokens); 360 went out (~90,000 tokens)." */
function writeSentence({ turn, against, total }: LedgerInput, rows: readonly LedgerTableRow[]): string {
  if (total === 0) return `Nothing changed at turn ${turn} since turn ${against ?? turn}.`;
  const sides = SIDES.flatMap(({ change, happened }) => {
    const rowsOfChange = rows.filter((row) => row.change === change);
    if (rowsOfChange.length > 0)
      return [`${plural(rowsOfChange.length, "block")} ${happened} (${sizeOf(rowsOfChange)})`];
    return change === "changed" ? [] : [`none ${happened}`];
  });
  const moreText =
    rows.length < total ? ` These are the first ${count(rows.length)} of ${count(total)}.` : "";
  return `At turn ${turn}, ${sides.join("; ")}.${moreText}`;
}

const SIDES = [
  { change: "added", happened: "came in" },
  { change: "removed", happened: "went out" },
  { change: "changed", happened: "changed" },
] as const;

function sizeOf(rows: readonly LedgerTableRow[]): string {
  const tokens = describeRowTokens(rows);
  return /\d/.test(tokens) ? `${tokens} tokens` : tokens;
}

function describeChange({ change, before, after }: LedgerLineInput): string {
  if (change === "added") return `came in${describeRow(after)}`;
  if (change === "removed") {
    if (after?.decision === "compacted") return "compacted into a summary";
    return after === null ? "left" : "left out";
  }
  if (before?.mode !== after?.mode) return after?.mode === "full" ? "now whole" : `now${describeRow(after)}`;
  return before?.tokens === after?.tokens ? "now for another reason" : "changed in size";
}

function describeRow(row: LedgerRowInput | null): string {
  return row?.mode == null || row.mode === "full" ? "" : ` as ${describeMode(row.mode)}`;
}
