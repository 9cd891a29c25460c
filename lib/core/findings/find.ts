import { evidenceOf } from "../evidence/evidence-of";
import { plansOf } from "../evidence/plan/plans-of";
import type { Recording } from "../trace/fold/recording";
import type { Finding } from "./rule/finding";
import { SEVERITIES } from "./rule/finding";
import { pointed } from "./pointed";
import { FINDING_RULES } from "./registry";
import type { Case, FindingInput, FindingRule } from "./rule/rule";
import { SessionIndex } from "./rule/session-index";
import type { FindingSettings } from "./rule/settings";
import { DEFAULT_SETTINGS } from "./rule/settings";

/** A rule lists at most so many findings; the rest is counted. */
export const FINDINGS_PER_RULE_MAX = 200;

const BLOCKS_MAX = 50;

export interface Findings {
  readonly findings: readonly Finding[];
  readonly unlisted: Readonly<Record<string, number>>;
}

/**
 * What most rules build on, and the thresholds of the project. Without `settings`, those of a new project
 * apply.
 */
export type Analysed = Pick<FindingInput, "recording" | "plans" | "evidence"> &
  Partial<Pick<FindingInput, "settings">>;

/** For a session that has not been analysed yet. */
export function analysed(recording: Recording): Analysed {
  const plans = plansOf(recording);
  return { recording, plans, evidence: evidenceOf(recording, plans) };
}

export function findingInput(
  { recording, plans, evidence, settings: own = DEFAULT_SETTINGS }: Analysed,
  settings: FindingSettings = own,
): FindingInput {
  const { session } = recording;
  return { session, recording, plans, evidence, index: new SessionIndex(session), settings };
}

export function findAll(...asked: Parameters<typeof findInSteps>): Findings {
  const steps = findInSteps(...asked);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Like {@link findAll}, one rule per step, for a caller that has other work in between. */
export function* findInSteps(
  analysed: Analysed,
  settings: FindingSettings = analysed.settings ?? DEFAULT_SETTINGS,
  rules: readonly FindingRule[] = FINDING_RULES,
): Generator<void, Findings> {
  const input = findingInput(analysed, settings);
  const findings: Finding[] = [];
  const unlisted: Record<string, number> = {};
  for (const { code, severity, advice, find } of rules) {
    let found = 0;
    const bySentence = new Map<string, Finding>();
    for (const one of find(input)) {
      const same = bySentence.get(one.sentence);
      if (same !== undefined) bySentence.set(one.sentence, joined(same, one));
      else if (++found <= FINDINGS_PER_RULE_MAX)
        bySentence.set(one.sentence, {
          severity,
          advice,
          ...one,
          blocks: [...new Set(one.blocks)],
          code,
          proof: pointed(input, one),
        });
    }
    findings.push(...bySentence.values());
    if (found > FINDINGS_PER_RULE_MAX) unlisted[code] = found - FINDINGS_PER_RULE_MAX;
    yield;
  }
  return { findings: findings.sort(bySeverity), unlisted };
}

/**
 * Cases with the same sentence become one finding with the turns and blocks of all of them and their number.
 */
function joined(known: Finding, again: Case): Finding {
  return {
    ...known,
    from: Math.min(known.from, again.from),
    to: Math.max(known.to, again.to),
    blocks: [...new Set([...known.blocks, ...again.blocks])].slice(0, BLOCKS_MAX),
    numbers: { ...known.numbers, occurrences: (known.numbers.occurrences ?? 1) + 1 },
  };
}

function bySeverity(a: Finding, b: Finding): number {
  const severity = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
  return severity || a.from - b.from || a.code.localeCompare(b.code, "en");
}
