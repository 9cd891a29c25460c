import type { Family, Finding } from "../rule/finding";
import type { TurnIndex } from "../../units";

/**
 * The turn at which a finding happened: a lasting state when it began, but evidence that was used after it left, and a
 * statement that something contradicts, when that was done.
 */
export function findMoment({
  family,
  from,
  to,
}: Pick<Finding, "from" | "to"> & { family: Family }): TurnIndex {
  return family === "evidence" || family === "integrity" ? to : from;
}
