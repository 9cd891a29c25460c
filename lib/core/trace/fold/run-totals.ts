import { formatDigits } from "../../digits";
import type { StatedTotals } from "../event-parts";
import type { SessionWarning } from "../session";
import type { FoldState } from "./state";

/** A call as a stated sum counts it; what is not stated of it is left out or null. */
export interface CountedCall {
  readonly usage?:
    | {
        readonly input?: number | null | undefined;
        readonly output?: number | null | undefined;
        readonly statedCost?: number | null | undefined;
        readonly inside?: readonly unknown[] | null | undefined;
      }
    | null
    | undefined;
  readonly attempts?: readonly unknown[] | null | undefined;
}

/** The check of a session against the sums that its source states. */
export function checkTotals({ started, turns }: FoldState): SessionWarning[] {
  if (started?.reported === undefined) return [];
  const calls = turns.map(({ usage, stated: { attempts } }) => ({ usage, attempts }));
  const differences = sumDifferences(started.reported, calls);
  return differences.length === 0
    ? []
    : [
        {
          code: "totals_differ",
          message: `the source's own sum differs: ${differences.join("; ")}`,
          count: 1,
        },
      ];
}

/**
 * The file's own sum is a check: what the source counts over its calls, and what the calls come to that were read of it.
 * A difference says that a call was lost, counted twice or read otherwise than its program counts. Where a call has no
 * usage, the sum over the others is not the run's.
 *
 *     stated { tokensSent: 320 }, calls with 100 and 120  ->  ["320 input tokens are stated, 220 are those of its 2 calls"]
 */
export function sumDifferences(totals: StatedTotals, calls: readonly CountedCall[]): string[] {
  const listFigures = (figure: "input" | "output" | "statedCost") =>
    calls.map(({ usage }) => usage?.[figure] ?? null);
  return [
    describeDifference(
      totals.tokensSent,
      listFigures("input"),
      ({ written }) => `${written} input tokens are`,
    ),
    describeDifference(
      totals.tokensReceived,
      listFigures("output"),
      ({ written }) => `${written} output tokens are`,
    ),
    describeDifference(
      totals.cost,
      listFigures("statedCost"),
      ({ written }) => `${written} US dollars are`,
      computeRounding,
    ),
    describeMissingCalls(totals.calls, calls),
  ].flatMap((words) => words ?? []);
}

/**
 * Says how many calls are missing; `null` where none is. A program may count a failed attempt as a call, and a call inside a
 * call.
 */
function describeMissingCalls(statedCalls: number | undefined, calls: readonly CountedCall[]): string | null {
  if (statedCalls === undefined || statedCalls === 0) return null;
  const extraCalls = calls.reduce(
    (sum, { attempts, usage }) => sum + (attempts?.length ?? 0) + (usage?.inside?.length ?? 0),
    0,
  );
  if (statedCalls >= calls.length && statedCalls <= calls.length + extraCalls) return null;
  return `${formatDigits(statedCalls)} calls are stated, ${formatDigits(calls.length)} were read`;
}

function describeDifference(
  statedFigure: number | undefined,
  countedFigures: readonly (number | null)[],
  isStated: (total: { readonly written: string }) => string,
  errorOf: (figure: number) => number = () => 0,
): string | null {
  const figures = countedFigures.flatMap((figure) => figure ?? []);
  // A program that states 0 for calls that read something did not count them.
  if (statedFigure === undefined || statedFigure === 0) return null;
  // Where no call is counted, the sum is all that the source says; where no call is read, it says that all are lost.
  if (countedFigures.length > 0 && figures.length === 0) return null;
  const sum = figures.reduce((total, figure) => total + figure, 0);
  const error = [statedFigure, ...figures].reduce((total, figure) => total + errorOf(figure), 0);
  if (Math.abs(sum - statedFigure) <= error) return null;
  const unknown = countedFigures.length - figures.length;
  const without = unknown === 0 ? "" : `, ${formatDigits(unknown)} without a count`;
  return `${isStated({ written: formatFigure(statedFigure) })} stated, ${formatFigure(sum)} are those of its ${formatDigits(countedFigures.length)} calls${without}`;
}

const COST_DIGITS = 6;
const FLOAT_ERROR = 1e-9;

function formatFigure(figure: number): string {
  return Number.isInteger(figure) ? formatDigits(figure) : String(Number(figure.toPrecision(COST_DIGITS)));
}

/** The part of a cost that rounding can hide: half a unit of the last digit that its program keeps. */
function computeRounding(cost: number): number {
  const [, decimals = "", exponent = "0"] = /^\d+(?:\.(\d+))?(?:e(-?\d+))?$/.exec(String(cost)) ?? [];
  return 10 ** (Number(exponent) - decimals.length) / 2 + cost * FLOAT_ERROR;
}
