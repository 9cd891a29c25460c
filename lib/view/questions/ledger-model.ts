import type { LedgerInput } from "../answers";
import { count, plural } from "../format/format";
import type { TableData } from "../format/table-data";
import { revealText } from "../format/trace-text";

const REMARKS_SHOWN_MAX = 5;

export function listLedgerNotices({
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
      ? `As the harness kept it${describeHead(head)}.`
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
    ...remarks.slice(0, REMARKS_SHOWN_MAX).map((remark) => `Noted: ${revealText(remark)}`),
    ...(remarks.length > REMARKS_SHOWN_MAX
      ? [
          `${plural(remarks.length - REMARKS_SHOWN_MAX, "more note is", "more notes are")} in the API's answer.`,
        ]
      : []),
    ...(against === null ? [] : [`Compared with turn ${against}: what was decided differently.`]),
  ];
}

function describeHead(head: LedgerInput["head"]): string {
  if (head === null) return "";
  const parts = [
    head.policy === null ? null : `policy ${revealText(head.policy)}`,
    head.phase === null ? null : `phase ${revealText(head.phase)}`,
    head.tokenBudget === null ? null : `budget ${count(head.tokenBudget)} tokens`,
    head.estimatedTokens === null ? null : `estimated ${count(head.estimatedTokens)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

export function buildLedgerTable(facts: Pick<LedgerInput, "turn" | "rows">): TableData {
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
