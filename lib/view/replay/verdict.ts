import type { ReplayInput, ReplayResultInput } from "../answers";
import { count, plural } from "../format/format";
import { makeNamedBlock } from "../format/named-block";
import { revealText } from "../format/trace-text";
import type { ResultRow } from "./results";
import { formatMoney } from "./results";

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
export function findVerdict(
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
      text: `${[...describeKept(row, recorded), describeTrade(row, recorded, currency)].join(", ")}.`,
    };
  const nearestRow = rows.find(({ no }) => no === recommendation.nearest);
  if (nearestRow === undefined)
    return { row: null, head: "Nothing else may run here.", text: recommendation.reason };
  const keptWords = describeKept(nearestRow, recorded);
  return {
    row: null,
    head:
      keptWords.length === 0
        ? "Nothing that was tried keeps more than what ran."
        : "Nothing keeps what was missed without a loss.",
    text: `Nearest is ${nearestRow.letter}, ${nearestRow.name}: ${[...keptWords, describeTrade(nearestRow, recorded, currency)].join(", ")}.`,
  };
}

const NAMED = 2;

/** What it keeps that was missed in the recording, by name: "keeps get_order “7741” that turn 4 used". */
function describeKept({ result }: ResultRow, { result: recorded }: ResultRow): string[] {
  const names = new Map((recorded.keep?.blocks ?? []).map((block) => [block.blockId, makeNamedBlock(block)]));
  const turnByBlock = new Map<string, number>();
  for (const { blockId, turn, recorded: was, replayed } of result.evidence.changed)
    if (was === "dangling" && replayed !== "dangling" && names.has(blockId) && !turnByBlock.has(blockId))
      turnByBlock.set(blockId, turn);
  if (turnByBlock.size === 0) return [];
  const keptNames = [...turnByBlock]
    .slice(0, NAMED)
    .map(([blockId, turn]) => `${names.get(blockId)} that turn ${turn} used`);
  const moreText =
    turnByBlock.size > keptNames.length ? [`${count(turnByBlock.size - keptNames.length)} more`] : [];
  return [`keeps ${[...keptNames, ...moreText].join(" and ")}`];
}

/** What one policy gives and takes against another, in figures of the table: "$9.95 cheaper, 1 more use without evidence". */
export function describeTrade(
  { result }: ResultRow,
  { result: recorded }: ResultRow,
  currency: string,
): string {
  const { summary: now } = result;
  const { summary: was } = recorded;
  const parts = [
    priceWords(now.price, was.price, currency),
    ...describeUses(result, now.dangling - was.dangling),
    describeMore(
      now.duplicatesCaused - now.duplicatesAvoided,
      "result fetched again",
      "results fetched again",
    ),
    ...describeLost(result, recorded),
    describeMore(
      (now.turnsOverWindow ?? 0) - (was.turnsOverWindow ?? 0),
      "turn over the window",
      "turns over the window",
    ),
  ].filter((part) => part !== null);
  return parts.length === 0 ? "the same in every figure that counts" : parts.join(", ");
}

/**
 * A summary that the session really got may say what was used; a simulated one says nothing. Uses that only such a summary decides
 * are not counted against a policy.
 */
function describeUses({ summary, evidence }: ReplayResultInput, difference: number): string[] {
  const isSimulated = summary.compactions > 0;
  const unknown = isSimulated
    ? evidence.changed.filter(({ recorded, replayed }) => recorded === "residual" && replayed === "dangling")
        .length
    : 0;
  const words = describeMore(difference - unknown, "use without evidence", "uses without evidence");
  return [
    ...(words === null ? [] : [words]),
    ...(unknown === 0
      ? []
      : [
          `whether its summary would say what ${plural(unknown, "use")} needed cannot be known without a model`,
        ]),
  ];
}

const LOST_NAMED = 3;

/** What the session cannot do without, by name; it is not weighed against anything. What was lost in the recording too says nothing. */
function describeLost({ lost = [], summary }: ReplayResultInput, recorded: ReplayResultInput): string[] {
  const before = new Set(recorded.lost ?? []);
  const names = lost.filter((name) => !before.has(name)).map(revealText);
  if (names.length > 0) {
    const moreText = names.length > LOST_NAMED ? [`${count(names.length - LOST_NAMED)} more`] : [];
    return [`loses ${[...names.slice(0, LOST_NAMED), ...moreText].join(", ")}`];
  }
  return [
    describeMore(
      summary.constraintsLost - recorded.summary.constraintsLost,
      "rule or goal gone",
      "rules or goals gone",
    ),
  ].flatMap((words) => words ?? []);
}

function priceWords(now: number | null, was: number | null, currency: string): string | null {
  if (now === null || was === null) return null;
  const difference = Math.abs(now - was);
  if (formatMoney(difference, currency) === formatMoney(0, currency)) return "the same price";
  return `${formatMoney(difference, currency)} ${now < was ? "cheaper" : "dearer"}`;
}

function describeMore(difference: number, singular: string, many: string): string | null {
  if (difference === 0) return null;
  const by = Math.abs(difference);
  return `${count(by)} ${difference > 0 ? "more" : "fewer"} ${by === 1 ? singular : many}`;
}
