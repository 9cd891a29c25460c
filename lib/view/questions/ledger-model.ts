import type { LedgerChange } from "@/lib/core/ledger/compare";
import type { LedgerDecision, ReasonClass } from "@/lib/core/ledger/ledger";
import type { DeclaredBudgets } from "@/lib/core/trace/session";
import type { CauseProvenance, Mode, Provenance, SourceKind, TrustLevel } from "@/lib/core/vocabulary";
import { count, plural, provenanceWords, tokens } from "../format/format";
import { kindColor, kindLabel } from "../chart/palette";
import { isOpaque, itemName } from "../format/item-name";
import type { TableData } from "../format/table-data";
import { visibleText } from "../format/trace-text";
import { modeWords } from "../turn/turn-model";
import { blockHref, whyHref } from "./links";

export interface LedgerRowInput {
  readonly sourceId: string;
  readonly inSession: boolean;
  readonly kind: SourceKind;
  readonly name: string | null;
  /** Absent in older frozen views. */
  readonly hint?: string;
  readonly decision: LedgerDecision;
  readonly mode: Mode | null;
  readonly position: number | null;
  readonly reason: {
    readonly class: ReasonClass;
    readonly text: string;
    readonly provenance: CauseProvenance;
  } | null;
  readonly trust: TrustLevel | null;
  readonly tokens: number | null;
  readonly provenance: Provenance;
  /** Absent in older frozen views. */
  readonly enteredTurn?: number | null;
  readonly summaryId: string | null;
  readonly originalRef: string | null;
  readonly standing: boolean | null;
  readonly text: string | null;
}

export interface LedgerLineInput {
  readonly change: LedgerChange | null;
  readonly group: string | null;
  readonly before: LedgerRowInput | null;
  readonly after: LedgerRowInput | null;
}

export interface BudgetUseInput {
  readonly source: string | null;
  readonly allowed: number;
  readonly used: number | null;
  readonly largest: { readonly blockId: string; readonly name: string; readonly tokens: number } | null;
}

export interface BudgetRow {
  readonly key: string;
  readonly source: string;
  readonly allowed: string;
  readonly used: string;
  /** The excess over the budget; `null` when there is none or it is unknown. */
  readonly over: string | null;
  readonly largest: { readonly text: string; readonly href: string } | null;
}

export function budgetRows(
  sessionId: string,
  { budgetUses = [] }: Pick<LedgerInput, "budgetUses">,
): BudgetRow[] {
  return budgetUses.map(({ source, allowed, used, largest }) => ({
    key: source ?? "",
    source: source === null ? "Whole window" : visibleText(source.replaceAll("_", " ")),
    allowed: count(allowed),
    used: count(used),
    over: used !== null && used > allowed ? count(used - allowed) : null,
    largest:
      largest === null
        ? null
        : {
            text: `${visibleText(largest.name)}, ${count(largest.tokens)}`,
            href: blockHref(sessionId, largest.blockId),
          },
  }));
}

export interface LedgerInput {
  readonly turn: number;
  readonly against: number | null;
  readonly provenance: "reported" | "derived";
  readonly windowKnown: boolean;
  readonly head: {
    readonly policy: string | null;
    readonly phase: string | null;
    readonly tokenBudget: number | null;
    readonly estimatedTokens: number | null;
  } | null;
  readonly budgets?: DeclaredBudgets | null;
  readonly budgetUses?: readonly BudgetUseInput[];
  readonly remarks: readonly string[];
  readonly disagreements: { readonly notStanding: number; readonly notListed: number };
  readonly rows: readonly LedgerLineInput[];
  readonly total: number;
  readonly unfiltered: number;
  readonly facets: Readonly<
    Record<"decision" | "kind" | "mode" | "trust" | "reason" | "change", Readonly<Record<string, number>>>
  >;
  readonly firstTurn: number;
  readonly lastTurn: number;
}

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
  readonly tokensTitle: string;
  readonly position: string;
}

const CHANGE_WORDS: Record<LedgerChange, string> = {
  added: "came in",
  removed: "went out",
  changed: "changed",
};

export function facetLabel(facet: string, value: string): string {
  if (value === "none") return `no ${facet}`;
  if (facet === "kind") return kindLabel(value as SourceKind);
  if (facet === "change") return CHANGE_WORDS[value as LedgerChange] ?? value;
  return value.replaceAll("_", " ");
}

export function ledgerRows(sessionId: string, facts: LedgerInput, by: string): LedgerTableRow[] {
  return facts.rows.flatMap((line, i) => {
    const row = line.after ?? line.before;
    if (row === null) return [];
    return [
      {
        key: `${row.decision} ${row.sourceId} ${i}`,
        group: line.group === null ? null : facetLabel(by, line.group),
        groupValue: line.group,
        name: itemName(row),
        detail: detailOf(row),
        id: visibleText(row.sourceId),
        href: row.inSession ? blockHref(sessionId, row.sourceId) : null,
        why: whyHref(sessionId, facts.turn, { block: row.sourceId }),
        kind: kindLabel(row.kind),
        color: kindColor(row.kind),
        decision: row.decision,
        change: line.change,
        mode: changeWords(line),
        reason: visibleText(reasonWords(line)),
        reasonFrom:
          row.reason === null ? null : row.reason.provenance === "reported" ? "reported" : "derived",
        notes: [...lifeOf(row, facts.turn), ...notesOf(row)],
        trust: row.trust ?? "–",
        tokens: tokensWords(line),
        tokensTitle: provenanceWords(row.provenance),
        position: row.position === null ? "" : count(row.position),
      },
    ];
  });
}

function detailOf({ name, hint = "", sourceId }: LedgerRowInput): string | null {
  const detail = hint !== "" && hint !== name ? hint : name === null || name === sourceId ? null : sourceId;
  return detail === null ? null : visibleText(detail);
}

/** Since when the block has been there. This is known even when nobody stated a reason. */
function lifeOf({ enteredTurn = null, decision, mode, reason }: LedgerRowInput, turn: number): string[] {
  if (enteredTurn === null) return [];
  if (enteredTurn > turn) return [`comes in at turn ${enteredTurn}`];
  if (decision !== "included") return [`came in at turn ${enteredTurn}`];
  const since = enteredTurn === turn ? "new in this turn" : `in the window since turn ${enteredTurn}`;
  return [
    mode === null || mode === "full" || reason !== null ? since : `${since}, now as ${modeWords(mode)}`,
  ];
}

/** The heading of the reason column. Without a harness ledger the column shows other known facts. */
export function reasonHead({ provenance }: Pick<LedgerInput, "provenance">): string {
  return provenance === "reported" ? "Reason" : "What is known";
}

function standsAs({ decision, mode }: LedgerRowInput): string {
  return decision === "included" && mode !== null ? modeWords(mode) : decision;
}

function changeWords({ change, before, after }: LedgerLineInput): string {
  const is = after === null ? "not listed" : standsAs(after);
  if (change === null) return is;
  const was = before === null ? "not listed" : standsAs(before);
  return was === is ? is : `${was} → ${is}`;
}

function reasonWords({ before, after }: LedgerLineInput): string {
  return after?.reason?.text ?? (after === null ? (before?.reason?.text ?? "") : "");
}

function tokensWords({ before, after }: LedgerLineInput): string {
  const figure = (row: LedgerRowInput | null) => (row === null ? "–" : tokens(row.tokens, row.provenance));
  if (before === null || after === null || before.tokens === after.tokens) return figure(after ?? before);
  return `${figure(before)} → ${figure(after)}`;
}

function notesOf({ text, summaryId, originalRef, standing, decision }: LedgerRowInput): string[] {
  return [
    ...(text === null ? [] : [`says: ${text}`]),
    ...(summaryId === null || isOpaque(summaryId) ? [] : [`summary: ${summaryId}`]),
    ...(originalRef === null ? [] : [`original: ${originalRef}`]),
    ...(decision === "included" && standing === false ? ["not in the window that was recorded"] : []),
    ...(decision === "excluded" && standing === true ? ["in the window that was recorded all the same"] : []),
  ].map(visibleText);
}

const REMARKS_SHOWN_MAX = 5;

export function ledgerNotices({
  provenance,
  windowKnown,
  remarks,
  disagreements,
  head,
  against,
}: LedgerInput): string[] {
  const { notStanding, notListed } = disagreements;
  return [
    provenance === "reported"
      ? `As the harness kept it${headWords(head)}.`
      : "Derived: the harness kept no ledger of this turn. Sightglass compares what the session knew by then with the window, and gives a reason only where it has proof.",
    ...(windowKnown ? [] : ["The source does not say what stood in this window."]),
    ...(notStanding > 0
      ? [
          `${plural(notStanding, "item")} of the ledger ${notStanding === 1 ? "is" : "are"} not in the window that was recorded.`,
        ]
      : []),
    ...(notListed > 0
      ? [`${plural(notListed, "block")} in the window ${notListed === 1 ? "is" : "are"} not in the ledger.`]
      : []),
    ...remarks.slice(0, REMARKS_SHOWN_MAX).map((remark) => `Noted: ${visibleText(remark)}`),
    ...(remarks.length > REMARKS_SHOWN_MAX
      ? [`${count(remarks.length - REMARKS_SHOWN_MAX)} more notes are in the API's answer.`]
      : []),
    ...(against === null ? [] : [`Compared with turn ${against}: what was decided differently.`]),
  ];
}

function headWords(head: LedgerInput["head"]): string {
  if (head === null) return "";
  const parts = [
    head.policy === null ? null : `policy ${visibleText(head.policy)}`,
    head.phase === null ? null : `phase ${visibleText(head.phase)}`,
    head.tokenBudget === null ? null : `budget ${count(head.tokenBudget)} tokens`,
    head.estimatedTokens === null ? null : `estimated ${count(head.estimatedTokens)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

export function ledgerTable(facts: Pick<LedgerInput, "turn" | "rows">): TableData {
  return {
    columns: [
      { key: "turn", label: "Turn", numeric: true },
      { key: "change", label: "Change" },
      { key: "decision", label: "Decision" },
      { key: "source", label: "Source" },
      { key: "name", label: "Name" },
      { key: "hint", label: "About" },
      { key: "kind", label: "Kind" },
      { key: "mode", label: "Mode" },
      { key: "entered", label: "Entered", numeric: true },
      { key: "reason", label: "Reason" },
      { key: "reasonFrom", label: "Reason from" },
      { key: "trust", label: "Trust" },
      { key: "tokens", label: "Tokens", numeric: true },
      { key: "tokensFrom", label: "Tokens from" },
      { key: "summary", label: "Summary" },
      { key: "original", label: "Original" },
    ],
    rows: facts.rows.flatMap((line) => {
      const row = line.after ?? line.before;
      if (row === null) return [];
      return [
        [
          facts.turn,
          line.change,
          row.decision,
          row.sourceId,
          row.name,
          row.hint ?? null,
          row.kind,
          row.mode,
          row.enteredTurn ?? null,
          row.reason?.text ?? null,
          row.reason?.provenance ?? null,
          row.trust,
          row.tokens,
          row.provenance,
          row.summaryId,
          row.originalRef,
        ],
      ];
    }),
  };
}
