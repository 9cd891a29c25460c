import { count, percent } from "../format/format";
import type { ResultRow } from "./results";
import { money, soFar } from "./results";

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
 * Cost against evidence kept. While more results are coming it recommends none. When all are there, it recommends the cheapest policy among those that keep the most, if the session can run
 * under it within its window on every turn. When a policy has no price, the cost is the tokens sent.
 */
export function paretoOf(rows: readonly ResultRow[], currency: string, isRunning = false): Pareto {
  const priced = rows.every(({ result }) => result.summary.price !== null);
  const raw = rows.flatMap((row) => {
    const { price, tokensSent } = row.result.summary;
    const cost = priced ? price : tokensSent;
    return cost === null || row.evidenceKept === null ? [] : [{ ...row, cost, kept: row.evidenceKept }];
  });
  const beaten = (one: (typeof raw)[number]) =>
    raw.some(
      (other) =>
        other.kept >= one.kept && other.cost <= one.cost && (other.kept > one.kept || other.cost < one.cost),
    );
  const best = raw
    .filter(({ letter, result }) => letter !== "R" && canFollow(result))
    .toSorted((a, b) => b.kept - a.kept || a.cost - b.cost)
    .at(0);
  const points = raw.map((one) => ({
    no: one.no,
    letter: one.letter,
    name: one.name,
    cost: one.cost,
    kept: one.kept,
    onFront: !beaten(one),
    recommended: !isRunning && one.no === best?.no,
  }));
  const unit = priced ? "price" : "tokens sent";
  const why = whyOf(points, best?.no ?? null, { unit, currency });
  return { points, unit, currency, why: isRunning ? soFar(why) : why };
}

function canFollow({ notRunnable, summary }: ResultRow["result"]): boolean {
  return (notRunnable ?? null) === null && (summary.turnsOverWindow ?? 0) === 0;
}

export function costText(cost: number, { unit, currency }: Pick<Pareto, "unit" | "currency">): string {
  return unit === "price" ? money(cost, currency) : `${count(cost)} tokens`;
}

export function keptText(kept: number): string {
  return percent(kept);
}

export function pointTitle(
  { letter, name, cost, kept }: Pick<ParetoPoint, "letter" | "name" | "cost" | "kept">,
  unit: Pick<Pareto, "unit" | "currency">,
): string {
  return `${letter} ${name}: ${percent(kept)} for ${costText(cost, unit)}`;
}

function whyOf(
  points: readonly ParetoPoint[],
  bestNo: number | null,
  unit: Pick<Pareto, "unit" | "currency">,
): string {
  const best = points.find(({ no }) => no === bestNo);
  if (points.length === 0)
    return "No use of evidence is known, so there is nothing to compare the price with.";
  if (best === undefined)
    return "None of these can be followed: they cannot run where this session ran, or exceed the window.";
  const alike = points.filter(
    ({ kept, no, letter }) => kept === best.kept && no !== best.no && letter !== "R",
  );
  const cheaper = points.filter(({ kept, cost }) => kept < best.kept && cost < best.cost);
  const lead = `${best.letter} keeps ${percent(best.kept)} of the evidence for ${costText(best.cost, unit)}: none keeps more`;
  const tie =
    alike.length === 0
      ? ""
      : `, and ${alike.map(({ letter }) => letter).join(", ")}, which keep${alike.length === 1 ? "s" : ""} as much, cost${alike.length === 1 ? "s" : ""} as much or more`;
  const below =
    cheaper.length === 0
      ? ""
      : ` What costs less (${cheaper.map(({ letter }) => letter).join(", ")}) loses evidence.`;
  return `${lead}${tie}.${below}`;
}
