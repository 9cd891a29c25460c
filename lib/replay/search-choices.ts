import { findPolicy, POLICIES } from "@/lib/policies/registry";
import type { Policy } from "@/lib/policies/contract/policy";
import { whyNotRunnable } from "@/lib/policies/contract/runs-on";
import type { Tokens } from "@/lib/core/units";
import type { PolicyChoice } from "./choose-policy";
import { choosePolicy } from "./choose-policy";
import type { ProposalInput } from "./proposal";
import { BASELINES, findOwnPolicy, limitBelow, makeChoice, parseJsonObject } from "./proposal";

/** Limits as shares of the fullest window: some that still change something, and some at which almost nothing leaves. */
const LIMIT_SHARES = [0.6, 0.8, 1, 1.25] as const;

/** Each is a replay of the whole session, two with pins. */
const SEARCHED_MAX = 24;

/**
 * What a search for the change that keeps what was wanted tries, the smallest change first: the session's own policy, with pins, with
 * other numbers, then every other policy that could have run where the session ran. Of those that keep the same, the cheapest is
 * recommended. Example: a session that kept its 3 newest tool results has this policy plain and pinned, with 6, 12, 24 and 48
 * results, plain and pinned, then clearing by its provider.
 */
export function searchChoices({ policy, place, peak, missed = [] }: ProposalInput): PolicyChoice[] {
  const ownPolicy = findOwnPolicy(policy, place);
  const pin = missed.length === 0 ? true : [...missed];
  const limits = LIMIT_SHARES.map((share) => limitBelow(peak, share));
  const otherPolicies = listOthers(place, ownPolicy?.found.kind ?? null);
  const tried = [
    ...(ownPolicy === null ? [] : listNumbers(ownPolicy.found, ownPolicy.options, limits)),
    ...otherPolicies.map(
      (otherPolicy) => [otherPolicy, parseJsonObject(otherPolicy.tuned?.(limitBelow(peak), {}))] as const,
    ),
  ].flatMap(([found, options]) => {
    const plain = makeChoice(found, options);
    return (found.cannotPin?.(options) ?? null) === null ? [plain, { ...plain, pin }] : [plain];
  });
  const byContent = new Map(tried.map((choice) => [JSON.stringify(choice), choice]));
  return [...byContent.values()].filter((choice) => choosePolicy(choice).ok).slice(0, SEARCHED_MAX);
}

type Tried = readonly [Policy, PolicyChoice["options"]];

/** A number that is counted, such as results that stay, grows with each step; one in tokens follows the limits. */
function listNumbers(found: Policy, ownOptions: PolicyChoice["options"], limits: readonly Tokens[]): Tried[] {
  const steps: Tried[] = [[found, ownOptions]];
  let options = ownOptions;
  for (const limit of limits) {
    const tuned = found.tuned?.(limit, options);
    if (tuned === undefined) break;
    options = { ...options, ...parseJsonObject(tuned) };
    steps.push([found, options]);
  }
  return steps;
}

/** The newest version of each policy that needs what the session had, then the baselines, which run anywhere. */
function listOthers(place: ProposalInput["place"], ownKind: string | null): Policy[] {
  const kinds = new Set(
    POLICIES.flatMap(({ kind, runsOn }) =>
      runsOn !== undefined && whyNotRunnable(runsOn, place) === null ? [kind] : [],
    ),
  );
  return [...kinds, ...BASELINES]
    .filter((kind) => kind !== ownKind)
    .flatMap((kind) => findPolicy(kind) ?? [])
    .filter(({ runsOn }) => runsOn === undefined || whyNotRunnable(runsOn, place) === null);
}
