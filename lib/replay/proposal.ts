import { z } from "zod";
import { readOptions } from "@/lib/policies/contract/options";
import type { Policy } from "@/lib/policies/contract/policy";
import { countKeptByPolicy } from "@/lib/core/findings/rule/policy-options";
import { findPolicy, POLICIES } from "@/lib/policies/registry";
import { isRunIn, findProvider, whyNotRunnable, type SessionPlace } from "@/lib/policies/contract/runs-on";
import type { Session } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";
import type { PolicyChoice } from "./choose-policy";

export interface ProposalInput {
  readonly place: SessionPlace;
  readonly policy: unknown;
  readonly peak: Tokens | null;
  /** Blocks that left and were wanted afterwards: a pin of these is the smallest change. */
  readonly missed?: readonly string[];
}

/** The program and the models of a session, which decide what policies can run there. */
export function findSessionPlace({ meta, turns }: Session): SessionPlace {
  const models = new Set([meta.model, ...turns.map(({ model }) => model)].flatMap((model) => model ?? []));
  return { agent: meta.agent, format: meta.source?.format ?? null, models: [...models] };
}

/** The baselines for every session: drop the oldest messages, or replace old messages by one text. */
export const BASELINES = ["front-truncation", "prose-summary"] as const;

/** Tuned variants and baselines get a limit below the fullest window, so that they have an effect. */
const LIMIT_SHARE = 0.8;
const LIMIT_MIN: Tokens = 100;
const PEAK_UNKNOWN: Tokens = 100_000;

/** A limit in round tokens below the fullest window. */
export function limitBelow(peak: Tokens | null, share = LIMIT_SHARE): Tokens {
  return Math.max(LIMIT_MIN, Math.round(((peak ?? PEAK_UNKNOWN) * share) / LIMIT_MIN) * LIMIT_MIN);
}

/**
 * The policies to propose for a session: its own, the same with pins of what was missed and with other numbers, and the two
 * baselines.
 */
export function proposeChoices({ policy, place, peak, missed = [] }: ProposalInput): PolicyChoice[] {
  const limit = limitBelow(peak);
  const ownPolicy = findOwnPolicy(policy, place);
  const pin = missed.length === 0 ? true : [...missed];
  const variants = ownPolicy === null ? [] : listVariants(ownPolicy.found, ownPolicy.options, { limit, pin });
  const baselines = BASELINES.filter((kind) => kind !== ownPolicy?.found.kind).flatMap((kind) => {
    const found = findPolicy(kind);
    if (found === undefined) return [];
    const options = parseJsonObject(found.tuned?.(limit, {}));
    const plain = makeChoice(found, options);
    return ownPolicy === null ? [plain, { ...plain, pin }] : [plain];
  });
  return [...variants, ...baselines];
}

function listVariants(
  found: Policy,
  options: PolicyChoice["options"],
  { limit, pin }: { readonly limit: Tokens; readonly pin: PolicyChoice["pin"] },
): PolicyChoice[] {
  const plain = makeChoice(found, options);
  const canPin = (choice: PolicyChoice) => (found.cannotPin?.(choice.options) ?? null) === null;
  const tuned = found.tuned?.(limit, options);
  const fitted = tuned === undefined ? null : makeChoice(found, { ...options, ...parseJsonObject(tuned) });
  return [plain, ...(fitted === null ? [] : [fitted])].flatMap((choice) =>
    canPin(choice) ? [choice, { ...choice, pin }] : [choice],
  );
}

const KEEPS_RESULTS = "keep-last-tool-results";

const statedPolicy = z.looseObject({
  kind: z.string(),
  version: z.string().nullish(),
  options: z.record(z.string(), z.json()).catch({}),
});

/** The policy that the session ran under, as far as it is stated or follows from the program and the model; `null` else. */
export function findOwnPolicy(
  policy: unknown,
  place: SessionPlace,
): { readonly found: Policy; readonly options: PolicyChoice["options"] } | null {
  const { data } = statedPolicy.safeParse(policy);
  if (data !== undefined) {
    const found = findPolicy(data.kind, data.version ?? undefined) ?? findPolicy(data.kind);
    if (found !== undefined)
      return { found, options: readOptions(found, data.options).ok ? data.options : {} };
    // A harness with a rule of its own mostly states how many results it keeps.
    const keep = countKeptByPolicy(data);
    const keptPolicy = findPolicy(KEEPS_RESULTS);
    if (keep !== null && keptPolicy !== undefined) return { found: keptPolicy, options: { keep } };
  }
  const canRun = POLICIES.filter(
    ({ runsOn }) => runsOn !== undefined && whyNotRunnable(runsOn, place) === null,
  );
  const found =
    canRun.find(({ runsOn }) => runsOn?.harness !== undefined && isRunIn(runsOn, place)) ??
    canRun.find(({ runsOn }) => place.models.some((model) => findProvider(model) === runsOn?.provider));
  return found === undefined ? null : { found, options: {} };
}

export function makeChoice({ kind, version }: Policy, options: PolicyChoice["options"]): PolicyChoice {
  return {
    kind,
    ...(findPolicy(kind)?.version !== version && { version }),
    options,
    pin: false,
    restore: false,
    recite: false,
  };
}

export function parseJsonObject(value: unknown): PolicyChoice["options"] {
  return z.record(z.string(), z.json()).catch({}).parse(value);
}
