import { holdBill } from "../cost/analysed-bill";
import { deriveEvidence } from "../evidence/evidence-of";
import { buildPlans } from "../evidence/plan/plans-of";
import { writeCanonicalJson, hashContent } from "../hash";
import { groupAlikeAnswers } from "../proof/alike-answers";
import { Checker } from "../proof/checker";
import { indexValuePresence } from "../proof/value-presence";
import { CLAIMS_MAX } from "../proof/claim";
import { finishSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { makeTeller } from "../trace/fact";
import type { Finding } from "./rule/finding";
import { FINDING_FACTS } from "./rule/finding-facts";
import { orderByCause } from "./causes";
import { countTurnTokens } from "./harm";
import { pointProof } from "./pointed";
import { getTier } from "./kinds/tier";
import { FINDING_RULES } from "./registry";
import type { Case, FindingInput, FindingRule } from "./rule/rule";
import { SessionIndex } from "./rule/session-index";
import { describeSubject } from "./rule/subject";
import type { FindingSettings } from "./rule/settings";
import { DEFAULT_SETTINGS } from "./rule/settings";

/** A rule lists at most so many findings; the rest is counted. */
export const FINDINGS_PER_RULE_MAX = 200;

const tellFacts = makeTeller(FINDING_FACTS);

const BLOCKS_MAX = 50;
const ID_CHARS = 12;

export interface Findings {
  readonly findings: readonly Finding[];
  readonly unlisted: Readonly<Record<string, number>>;
}

/**
 * What most rules build on, and the thresholds of the project. Without `settings`, those of a new project
 * apply.
 */
export type Analysed = Pick<FindingInput, "recording" | "plans" | "evidence"> &
  Partial<Pick<FindingInput, "settings" | "bill">>;

/** The plans and the evidence of a session that has not been analysed yet, as rules need them. */
export function analyseRecording(recording: Recording): Analysed {
  const plans = buildPlans(recording);
  return { recording, plans, evidence: deriveEvidence(recording, plans) };
}

export function makeFindingInput(
  { recording, plans, evidence, settings: ownSettings = DEFAULT_SETTINGS, bill }: Analysed,
  settings: FindingSettings = ownSettings,
): FindingInput {
  const { session } = recording;
  return {
    ...{ session, recording, plans, evidence, settings },
    index: new SessionIndex(session),
    bill: bill ?? holdBill({ recording, evidence }),
  };
}

export function findAll(...args: Parameters<typeof findInSteps>): Findings {
  return finishSteps(findInSteps(...args));
}

/**
 * Like {@link findAll}, a case or a bounded piece of a rule's work per step, for a caller that has other work in between. Rules
 * propose cases; those with a claim that the checker does not find true are dropped.
 */
export function* findInSteps(
  analysed: Analysed,
  settings: FindingSettings = analysed.settings ?? DEFAULT_SETTINGS,
  rules: readonly FindingRule[] = FINDING_RULES,
): Generator<undefined, Findings> {
  const input = makeFindingInput(analysed, settings);
  yield* indexValuePresence.inSteps(input.recording);
  yield* groupAlikeAnswers.inSteps(input.recording);
  const proposed: { readonly rule: FindingRule; readonly cases: readonly Case[] }[] = [];
  for (const rule of rules) {
    const cases: Case[] = [];
    for (const ruleCase of rule.find(input)) {
      if (ruleCase !== undefined) cases.push(ruleCase);
      yield;
    }
    proposed.push({ rule, cases });
    yield;
  }
  const checker = new Checker(input.recording);
  yield* checker.prepareInSteps(proposed.flatMap(({ cases }) => cases.flatMap(({ claims }) => claims ?? [])));
  const findings: Finding[] = [];
  const unlisted: Record<string, number> = {};
  for (const { rule, cases } of proposed) {
    const proved: Case[] = [];
    for (const ruleCase of cases) {
      if (ruleCase.claims?.every((claim) => checker.check(claim) === true) ?? true) proved.push(ruleCase);
      yield;
    }
    const { listed, more } = yield* listInSteps(input, rule, proved);
    findings.push(...listed);
    if (more > 0) unlisted[rule.code] = more;
    yield;
  }
  const blocks = new Map(input.session.blocks.map((block) => [block.id, block]));
  const tokens = countTurnTokens(input.session);
  yield;
  return { findings: orderByCause(blocks, tokens, findings), unlisted };
}

function* listInSteps(input: FindingInput, rule: FindingRule, cases: readonly Case[]) {
  const bySentence = new Map<string, Finding>();
  const ids = new Set<string>();
  let found = 0;
  for (const ruleCase of cases) {
    const sameFinding = bySentence.get(ruleCase.sentence);
    if (sameFinding !== undefined) bySentence.set(ruleCase.sentence, joinCases(sameFinding, ruleCase));
    else if (++found <= FINDINGS_PER_RULE_MAX) {
      const finding = makeFinding(input, rule, ruleCase, ids);
      ids.add(finding.id);
      bySentence.set(ruleCase.sentence, finding);
    }
    yield;
  }
  return { listed: [...bySentence.values()], more: Math.max(0, found - FINDINGS_PER_RULE_MAX) };
}

/**
 * Makes a finding of a case. Only what has claims can be proved, and only what is proved has a severity above a note. A finding
 * of an experimental rule has none, so that it counts nowhere.
 */
function makeFinding(
  input: FindingInput,
  rule: FindingRule,
  ruleCase: Case,
  ids: ReadonlySet<string>,
): Finding {
  const { claims = [], severity = rule.severity, suspected: isProse = severity === null } = ruleCase;
  const isUnproved = isProse || (claims.length === 0 && severity !== "note");
  const suspected = isUnproved || getTier(rule) === "experimental";
  return {
    ...tellFacts({ advice: rule.advice, about: nameSubject(input, ruleCase), ...ruleCase }),
    from: ruleCase.from,
    to: ruleCase.to,
    severity: suspected ? null : severity,
    id: makeId(rule.code, ruleCase, ids),
    code: rule.code,
    standing: suspected ? "suspected" : "proved",
    blocks: [...new Set(ruleCase.blocks)],
    proof: pointProof(input, ruleCase),
    claims: claims.slice(0, CLAIMS_MAX),
  };
}

/** The name of the first block that is about something that can be named. */
function nameSubject(input: FindingInput, { blocks }: Case): string | null {
  for (const id of blocks.slice(0, BLOCKS_MAX)) {
    const subject = describeSubject(input, input.index.getNumber(id) ?? -1);
    if (subject !== null) return subject;
  }
  return null;
}

/**
 * The id of a finding. It follows from what the finding is about, and not from its words or its end, which change as the session
 * grows.
 */
function makeId(code: string, { from, blocks, claims = [] }: Case, takenIds: ReadonlySet<string>): string {
  const values = claims.flatMap((claim) => ("value" in claim ? claim.value : []));
  for (let no = 0; ; no++) {
    const about = writeCanonicalJson([code, from, blocks[0] ?? null, values[0] ?? null, no]);
    const id = hashContent(about).slice(0, ID_CHARS);
    if (!takenIds.has(id)) return id;
  }
}

/** Joins cases with the same sentence to one finding with the turns and blocks of all of them and their number. */
function joinCases(finding: Finding, again: Case): Finding {
  return {
    ...finding,
    from: Math.min(finding.from, again.from),
    to: Math.max(finding.to, again.to),
    blocks: [...new Set([...finding.blocks, ...again.blocks])].slice(0, BLOCKS_MAX),
    numbers: { ...finding.numbers, occurrences: (finding.numbers.occurrences ?? 1) + 1 },
    claims: [...finding.claims, ...(again.claims ?? [])].slice(0, CLAIMS_MAX),
  };
}
