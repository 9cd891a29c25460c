import { evidenceOf } from "../evidence/evidence-of";
import { plansOf } from "../plan/plans-of";
import type { Recording } from "../trace/recording";
import type { Finding } from "./finding";
import { SEVERITIES } from "./finding";
import { FINDING_RULES } from "./registry";
import type { FindingInput, FindingRule } from "./rule";
import { SessionIndex } from "./session-index";
import type { FindingSettings } from "./settings";
import { DEFAULT_SETTINGS } from "./settings";

/** Findings that one rule may list; what is beyond is counted. */
export const FINDINGS_PER_RULE_MAX = 200;

export interface Findings {
  /** The most severe first, then by turn. */
  readonly findings: readonly Finding[];
  /** By code, how many more there are than are listed. */
  readonly unlisted: Readonly<Record<string, number>>;
}

/** A session with what most rules build on, and the thresholds of its project; those of a new project where left out. */
export type Analysed = Pick<FindingInput, "recording" | "plans" | "evidence"> &
  Partial<Pick<FindingInput, "settings">>;

/** Works out what rules build on, for a session that has not been analysed yet. */
export function analysed(recording: Recording): Analysed {
  const plans = plansOf(recording);
  return { recording, plans, evidence: evidenceOf(recording, plans) };
}

/** What a rule is given to read. */
export function findingInput(
  { recording, plans, evidence, settings: own = DEFAULT_SETTINGS }: Analysed,
  settings: FindingSettings = own,
): FindingInput {
  const { session } = recording;
  return { session, recording, plans, evidence, index: new SessionIndex(session), settings };
}

/** Everything the rules find in a session. */
export function findAll(
  analysed: Analysed,
  settings: FindingSettings = analysed.settings ?? DEFAULT_SETTINGS,
  rules: readonly FindingRule[] = FINDING_RULES,
): Findings {
  const input = findingInput(analysed, settings);
  const findings: Finding[] = [];
  const unlisted: Record<string, number> = {};
  for (const { code, severity, advice, find } of rules) {
    let found = 0;
    for (const one of find(input)) {
      found++;
      if (found > FINDINGS_PER_RULE_MAX) continue;
      findings.push({ severity, advice, ...one, blocks: [...new Set(one.blocks)], code });
    }
    if (found > FINDINGS_PER_RULE_MAX) unlisted[code] = found - FINDINGS_PER_RULE_MAX;
  }
  return { findings: findings.sort(bySeverity), unlisted };
}

function bySeverity(a: Finding, b: Finding): number {
  const severity = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
  return severity || a.from - b.from || a.code.localeCompare(b.code, "en");
}
