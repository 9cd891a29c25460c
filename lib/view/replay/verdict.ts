import type { ReplayInput } from "../answers";
import { count } from "../format/format";
import type { ResultRow } from "./results";
import { money } from "./results";

export interface ReplayVerdict {
  /** The row to follow; `null` where the recorded policy is as good as any. */
  readonly row: ResultRow | null;
  readonly head: string;
  /** What the row to follow, or the cheaper one that loses the least, gives and takes against the recording. */
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
  const other = cheaperOther(rows, recorded);
  return {
    row: null,
    head: "Keep the recorded policy.",
    text:
      other === null
        ? recommendation.reason
        : `No policy is better in every figure; ${other.letter}, ${other.name}, would be ${tradeWords(other, recorded, currency)}.`,
  };
}

/** Of those that are cheaper, the one that leaves the fewest uses without evidence; of equals the cheapest. */
function cheaperOther(rows: readonly ResultRow[], recorded: ResultRow): ResultRow | null {
  const was = recorded.result.summary.price;
  const cheaper = rows.filter(
    ({ result: { summary, notRunnable } }) =>
      notRunnable == null &&
      (summary.turnsOverWindow ?? 0) === 0 &&
      summary.price !== null &&
      was !== null &&
      summary.price < was,
  );
  const [least] = cheaper.toSorted(
    (a, b) => a.dangling - b.dangling || (a.result.summary.price ?? 0) - (b.result.summary.price ?? 0),
  );
  return least ?? null;
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
    moreWords(
      (now.turnsOverWindow ?? 0) - (was.turnsOverWindow ?? 0),
      "turn over the window",
      "turns over the window",
    ),
  ].filter((part) => part !== null);
  return parts.length === 0 ? "the same in every figure that counts" : parts.join(", ");
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
