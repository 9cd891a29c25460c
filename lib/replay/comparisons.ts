import { COMPARISONS, type ComparisonName } from "@/lib/policies/contract/comparison";
import { POLICIES } from "@/lib/policies/registry";
import type { Tokens } from "@/lib/core/units";
import type { PolicyChoice } from "./choose-policy";
import { makeChoice, parseJsonObject, limitBelow } from "./proposal";

export interface Comparison {
  readonly label: string;
  readonly about: string;
  readonly choices: readonly PolicyChoice[];
}

/**
 * The comparisons to start from: first the policies that are proposed for the session, if any.
 * @param peak tokens of the session's fullest window; `null` if unknown
 */
export function listComparisons(peak: Tokens | null, proposed: readonly PolicyChoice[]): Comparison[] {
  const limit = limitBelow(peak);
  const choice = {
    label: "Its own policy and its variants",
    about: "the session's own policy, plain, pinned and tuned, and the two baselines",
    choices: proposed,
  };
  const names = Object.keys(COMPARISONS) as ComparisonName[];
  return [...(proposed.length === 0 ? [] : [choice]), ...names.map((name) => makeComparison(name, limit))];
}

function makeComparison(name: ComparisonName, limit: Tokens): Comparison {
  const { label, about, isAlsoPinned } = COMPARISONS[name];
  const plain = POLICIES.flatMap((policy) => {
    const options = policy.compared?.[name];
    return options === undefined ? [] : [makeChoice(policy, parseJsonObject(options(limit)))];
  });
  return {
    label,
    about,
    choices: plain.flatMap((choice) => (isAlsoPinned ? [choice, { ...choice, pin: true }] : [choice])),
  };
}
