import type { ReplayInput } from "../answers";
import { count, formatPercent } from "../format/format";
import type { ResultRow } from "./results";
import { formatMoney, addSoFar } from "./results";

export interface ParetoPoint {
  readonly no: number;
  readonly letter: string;
  readonly name: string;
  readonly cost: number;
  readonly kept: number;
  /** No other policy keeps as much for less, or more for the same cost. */
  readonly onFront: boolean;
  readonly recommended: boolean;
}

export interface Pareto {
  readonly points: readonly ParetoPoint[];
  readonly unit: "price" | "tokens sent";
  readonly currency: string;
  readonly why: string;
}

/**
 * Cost against evidence kept. When a policy has no price, the cost is the tokens sent.
 * @param recommendation the replay's own; `null` while more results are coming
 */
export function buildPareto(
  rows: readonly ResultRow[],
  currency: string,
  recommendation: ReplayInput["recommendation"] = null,
): Pareto {
  const priced = rows.every(({ result }) => result.summary.price !== null);
  const raw = rows.flatMap((row) => {
    const { price, tokensSent } = row.result.summary;
    const cost = priced ? price : tokensSent;
    return cost === null || row.evidenceKept === null ? [] : [{ ...row, cost, kept: row.evidenceKept }];
  });
  const beaten = (point: (typeof raw)[number]) =>
    raw.some(
      (other) =>
        other.kept >= point.kept &&
        other.cost <= point.cost &&
        (other.kept > point.kept || other.cost < point.cost),
    );
  const points = raw.map((rawPoint) => ({
    no: rawPoint.no,
    letter: rawPoint.letter,
    name: rawPoint.name,
    cost: rawPoint.cost,
    kept: rawPoint.kept,
    onFront: !beaten(rawPoint),
    recommended: rawPoint.no === recommendation?.result,
  }));
  const unit = priced ? "price" : "tokens sent";
  const why = describeWhy(points, { unit, currency });
  return { points, unit, currency, why: recommendation == null ? addSoFar(why) : why };
}

export function writeCostText(cost: number, { unit, currency }: Pick<Pareto, "unit" | "currency">): string {
  return unit === "price" ? formatMoney(cost, currency) : `${count(cost)} tokens`;
}

export function writeKeptText(keptShare: number): string {
  return formatPercent(keptShare);
}

export function describePointTitle(
  { letter, name, cost, kept }: Pick<ParetoPoint, "letter" | "name" | "cost" | "kept">,
  unit: Pick<Pareto, "unit" | "currency">,
): string {
  return `${letter} ${name}: ${formatPercent(kept)} for ${writeCostText(cost, unit)}`;
}

function describeWhy(points: readonly ParetoPoint[], unit: Pick<Pareto, "unit" | "currency">): string {
  if (points.length === 0)
    return "No use of evidence is known, so there is nothing to compare the price with.";
  const front = points
    .filter(({ onFront }) => onFront)
    .toSorted((a, b) => a.cost - b.cost)
    .map(
      ({ letter, kept, cost }) =>
        `${letter} keeps ${formatPercent(kept)} of the evidence for ${writeCostText(cost, unit)}`,
    );
  return `The most evidence for each price: ${front.join("; ")}.`;
}
