import type { LedgerInput, LedgerRowInput, LedgerLineInput } from "../answers";
import type { LedgerChange } from "@/lib/core/ledger/compare";
import type { LedgerDecision } from "@/lib/core/ledger/ledger-rows";
import type { Provenance, SourceKind } from "@/lib/core/vocabulary";
import { PROVENANCES } from "@/lib/core/vocabulary";
import { labelKind, pickKindColor } from "../chart/palette";
import { describeProvenance, count, plural, formatTokens } from "../format/format";
import { nameItem, isOpaque } from "../format/item-name";
import { revealText } from "../format/trace-text";
import { describeMode } from "../turn/turn-model";
import { makeBlockHref, makeWhyHref } from "./links";

export interface LedgerTableRow {
  readonly key: string;
  readonly group: string | null;
  readonly groupValue: string | null;
  readonly name: string;
  readonly detail: string | null;
  readonly id: string;
  readonly href: string | null;
  readonly why: string;
  readonly kind: string;
  readonly color: string;
  readonly decision: LedgerDecision;
  readonly change: LedgerChange | null;
  /** The mode of an included block, else the decision. A comparison shows the earlier one first. */
  readonly mode: string;
  readonly reason: string;
  readonly reasonFrom: "reported" | "derived" | null;
  readonly notes: readonly string[];
  readonly trust: string;
  readonly tokens: string;
  /** As a number, in what the row stands for now; `null` where it is not known. */
  readonly size: number | null;
  readonly sizeFrom: Provenance;
  readonly tokensTitle: string;
  readonly position: string;
}

const CHANGE_WORDS: Record<LedgerChange, string> = {
  added: "came in",
  removed: "went out",
  changed: "changed",
};

export function labelFacet(facet: string, value: string): string {
  if (value === "none") return `no ${facet}`;
  if (facet === "kind") return labelKind(value as SourceKind);
  if (facet === "change") return CHANGE_WORDS[value as LedgerChange] ?? value;
  return value.replaceAll("_", " ");
}

export function listLedgerRows(sessionId: string, facts: LedgerInput, by: string): LedgerTableRow[] {
  return facts.rows.flatMap((line, i) => {
    const row = line.after ?? line.before;
    if (row === null) return [];
    return [
      {
        key: `${row.decision} ${row.sourceId} ${i}`,
        group: line.group === null ? null : labelFacet(by, line.group),
        groupValue: line.group,
        name: nameItem(row),
        detail: describeDetail(row),
        id: revealText(row.sourceId),
        href: row.inSession ? makeBlockHref(sessionId, row.sourceId) : null,
        why: makeWhyHref(sessionId, facts.turn, { block: row.sourceId }),
        kind: labelKind(row.kind),
        color: pickKindColor(row.kind),
        decision: row.decision,
        change: line.change,
        mode: changeWords(line),
        reason: revealText(describeReason(line)),
        reasonFrom:
          row.reason === null ? null : row.reason.provenance === "reported" ? "reported" : "derived",
        notes: [...describeLife(row, facts.turn), ...listNotes(row)],
        trust: row.trust ?? "–",
        tokens: describeTokens(line),
        size: row.tokens,
        sizeFrom: row.provenance,
        tokensTitle: describeProvenance(row.provenance),
        position: row.position === null ? "" : count(row.position),
      },
    ];
  });
}

function describeDetail({ name, hint = "", sourceId }: LedgerRowInput): string | null {
  const detail = hint !== "" && hint !== name ? hint : name === null || name === sourceId ? null : sourceId;
  return detail === null ? null : revealText(detail);
}

/** Known even when nobody stated a reason. */
function describeLife(
  { enteredTurn = null, decision, mode, reason }: LedgerRowInput,
  turn: number,
): string[] {
  if (enteredTurn === null) return [];
  if (enteredTurn > turn) return [`comes in at turn ${enteredTurn}`];
  if (decision !== "included") return [`came in at turn ${enteredTurn}`];
  const since = enteredTurn === turn ? "new in this turn" : `in the window since turn ${enteredTurn}`;
  return [
    mode === null || mode === "full" || reason !== null ? since : `${since}, now as ${describeMode(mode)}`,
  ];
}

/** Without a harness ledger the column shows other known facts. */
export function describeReasonHead({ provenance }: Pick<LedgerInput, "provenance">): string {
  return provenance === "reported" ? "Reason" : "What is known";
}

function describeStanding({ decision, mode }: LedgerRowInput): string {
  return decision === "included" && mode !== null ? describeMode(mode) : decision;
}

function changeWords({ change, before, after }: LedgerLineInput): string {
  const is = after === null ? "not listed" : describeStanding(after);
  if (change === null) return is;
  const was = before === null ? "not listed" : describeStanding(before);
  return was === is ? is : `${was} → ${is}`;
}

function describeReason({ before, after }: LedgerLineInput): string {
  return after?.reason?.text ?? (after === null ? (before?.reason?.text ?? "") : "");
}

function describeTokens({ before, after }: LedgerLineInput): string {
  const figure = (row: LedgerRowInput | null) =>
    row === null ? "–" : formatTokens(row.tokens, row.provenance);
  if (before === null || after === null || before.tokens === after.tokens) return figure(after ?? before);
  return `${figure(before)} → ${figure(after)}`;
}

/** "12 × tool result", or "12 blocks" where they are of several kinds. */
export function describeRowsSubject(rows: readonly Pick<LedgerTableRow, "kind">[]): string {
  const [kind, ...others] = new Set(rows.map((row) => row.kind));
  if (kind === undefined || others.length > 0) return plural(rows.length, "block");
  return `${count(rows.length)} × ${kind.toLowerCase()}`;
}

/**
 * The sum of what is known, marked as its least certain part; "at least" where some rows have no known size.
 * @param isPart whether there are more rows than these
 */
export function describeRowTokens(
  rows: readonly Pick<LedgerTableRow, "size" | "sizeFrom">[],
  isPart = false,
): string {
  const known = rows.flatMap(({ size, sizeFrom }) => (size === null ? [] : [{ size, sizeFrom }]));
  const from = PROVENANCES.findLast((provenance) => known.some(({ sizeFrom }) => sizeFrom === provenance));
  if (from === undefined) return "size not known";
  const sum = formatTokens(
    known.reduce((total, { size }) => total + size, 0),
    from,
  );
  return isPart || known.length < rows.length ? `at least ${sum}` : sum;
}

function listNotes({ text, summaryId, originalRef, standing, decision }: LedgerRowInput): string[] {
  return [
    ...(text === null ? [] : [`says: ${text}`]),
    ...(summaryId === null || isOpaque(summaryId) ? [] : [`summary: ${summaryId}`]),
    ...(originalRef === null ? [] : [`original: ${originalRef}`]),
    ...(decision === "included" && standing === false ? ["not in the window that was recorded"] : []),
    ...(decision === "excluded" && standing === true ? ["in the window that was recorded all the same"] : []),
  ].map(revealText);
}
