import type { Family, Finding } from "../rule/finding";
import type { TurnIndex } from "../../units";
import { FINDING_KINDS } from ".";

const FAMILIES_BY_CODE: ReadonlyMap<string, Family> = new Map(
  FINDING_KINDS.map(({ code, family }) => [code, family]),
);

/**
 * The turn at which a finding happened: a lasting state when it began, but evidence that was used after it left, and a
 * statement that something contradicts, when that was done.
 */
export function momentOf({ code, from, to }: Pick<Finding, "code" | "from" | "to">): TurnIndex {
  const family = FAMILIES_BY_CODE.get(code);
  return family === "evidence" || family === "integrity" ? to : from;
}
