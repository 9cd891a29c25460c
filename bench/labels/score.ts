import { createHash } from "node:crypto";
import type { Finding } from "@/lib/core/findings/rule/finding";
import type { HumanVerdict, Label } from "./schema";

/** One finding of one session of the raw files, and what a person said of it; `null` where nobody did. */
export interface LabelledFinding {
  readonly file: string;
  readonly session: string;
  readonly finding: Finding;
  readonly mark: string;
  readonly verdict: HumanVerdict["verdict"] | null;
}

export function markOf({ sentence }: Finding): string {
  return createHash("sha256").update(sentence).digest("hex").slice(0, 8);
}

/** How sure the product is of a finding. */
export function readStanding({ standing, severity }: Finding): string {
  return severity === null ? standing : `${standing} ${severity}`;
}

/**
 * The verdict on this very sentence; else what was said of this rule at this turn, where all who said something
 * agree. So a reworded sentence keeps its verdict.
 */
export function findVerdict(
  finding: Finding,
  session: string,
  label: Label | undefined,
): HumanVerdict["verdict"] | null {
  const asked = (label?.verdicts ?? []).filter(
    (one) => one.code === finding.code && (one.session ?? session) === session,
  );
  const exact = asked.find(({ mark }) => mark === markOf(finding));
  if (exact !== undefined) return exact.verdict;
  const near = new Set(asked.filter(({ turn }) => turn === finding.from).map(({ verdict }) => verdict));
  return near.size === 1 ? ([...near][0] ?? null) : null;
}

/** Whether a finding of the failure's code stands where the failure is. Failures that no rule is meant to tell are not. */
export function isTold(failure: Label["failures"][number], findings: readonly Finding[]): boolean {
  return findings.some(
    ({ code, from, to }) =>
      code === failure.code &&
      (failure.turns === undefined || (from <= failure.turns[1] && to >= failure.turns[0])),
  );
}

export interface Tally {
  readonly true: number;
  readonly false: number;
  readonly "not useful": number;
  readonly unlabelled: number;
  /** True among all that have a verdict; `null` where none has. */
  readonly precision: number | null;
}

export function countTally(found: readonly LabelledFinding[]): Tally {
  const count = (wanted: LabelledFinding["verdict"]) =>
    found.filter(({ verdict }) => verdict === wanted).length;
  const [right, wrong, useless] = [count("true"), count("false"), count("not useful")];
  const read = right + wrong + useless;
  return {
    true: right,
    false: wrong,
    "not useful": useless,
    unlabelled: count(null),
    precision: read === 0 ? null : right / read,
  };
}
