import type { ReplayInput, ReplayResultInput } from "../answers";
import { count, plural } from "../format/format";
import type { ResultRow } from "./results";
import { money } from "./results";

export interface ReplayVerdict {
  /** The row to follow; `null` where the recorded policy is as good as any. */
  readonly row: ResultRow | null;
  readonly head: string;
  /** What the row to follow, or else the nearest one, gives and takes against the recording. */
  readonly text: string;
}

/**
 * One sentence on what the session should run under, and its trade in figures of the table.
 * @param recommendation `null` while more results are coming
 */
export function verdictOf(
  rows: readonly ResultRow[],
  recommendation: ReplayInput["recommendation"],
  currency: string,
): ReplayVerdict | null {
  const recorded = rows.find(({ letter }) => letter === "R");
  if (recommendation == null || recorded === undefined) return null;
  const row = rows.find(({ no }) => no === recommendation.result) ?? null;
  if (row !== null)
    return {
      row,
      head: `Follow ${row.letter}, ${row.name}:`,
      text: `${tradeWords(row, recorded, currency)}.`,
    };
  const other = rows.find(({ no }) => no === recommendation.nearest);
  return {
    row: null,
    head: "Keep the recorded policy.",
    text:
      other === undefined
        ? recommendation.reason
        : `No policy is better; nearest is ${other.letter}, ${other.name}: ${tradeWords(other, recorded, currency)}.`,
  };
}

/** What one policy gives and takes against another, in figures of the table: "$9.95 cheaper, 1 more use without evidence". */
export function tradeWords(
  { result: { summary: now } }: ResultRow,
  { result: { summary: was } }: ResultRow,
  currency: string,
): string {
  const parts = [
    priceWords(now.price, was.price, currency),
    moreWords(now.dangling - was.dangling, "use without evidence", "uses without evidence"),
    moreWords(now.duplicatesCaused - now.duplicatesAvoided, "result fetched again", "results fetched again"),
    moreWords(now.constraintsLost - was.constraintsLost, "rule or goal gone", "rules or goals gone"),
    ...lostWords(now.mustKeep),
    moreWords(
      (now.turnsOverWindow ?? 0) - (was.turnsOverWindow ?? 0),
      "turn over the window",
      "turns over the window",
    ),
  ].filter((part) => part !== null);
  return parts.length === 0 ? "the same in every figure that counts" : parts.join(", ");
}

/** What the session cannot do without; it is not weighed against anything. */
function lostWords(lost: ReplayResultInput["summary"]["mustKeep"]): string[] {
  const { tasks, constraints, openSteps } = lost ?? { tasks: 0, constraints: 0, openSteps: 0 };
  return [
    ...(tasks > 0 ? ["the task is lost"] : []),
    ...(constraints > 0 ? [`${plural(constraints, "standing constraint")} lost`] : []),
    ...(openSteps > 0 ? [`${plural(openSteps, "open step")} lost`] : []),
  ];
}

function priceWords(now: number | null, was: number | null, currency: string): string | null {
  if (now === null || was === null) return null;
  const difference = Math.abs(now - was);
  if (money(difference, currency) === money(0, currency)) return "the same price";
  return `${money(difference, currency)} ${now < was ? "cheaper" : "dearer"}`;
}

function moreWords(difference: number, one: string, many: string): string | null {
  if (difference === 0) return null;
  const by = Math.abs(difference);
  return `${count(by)} ${difference > 0 ? "more" : "fewer"} ${by === 1 ? one : many}`;
}
