import { analyseRecording, findAll } from "@/lib/core/findings/find";
import type { FindingRule } from "@/lib/core/findings/rule/rule";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { COMPACTION_INJECTIONS } from "./injected/compactions";
import { COVERAGE_INJECTIONS } from "./injected/coverage";
import { Draw } from "./injected/draw";
import { EVICTION_INJECTIONS } from "./injected/evictions";
import { EVIDENCE_INJECTIONS } from "./injected/evidence";
import { GOVERNANCE_INJECTIONS } from "./injected/governance";
import { GROWTH_INJECTIONS } from "./injected/growth";
import { INTEGRITY_INJECTIONS } from "./injected/integrity";
import { CONTENT_INJECTIONS } from "./injected/contents";
import { LINT_INJECTIONS } from "./injected/lint";
import { MEMORY_INJECTIONS } from "./injected/memories";
import { ORDER_INJECTIONS } from "./injected/orders";
import type { Injections, Injected } from "./injected/injection";

export const INJECTIONS: Injections = {
  ...GROWTH_INJECTIONS,
  ...EVIDENCE_INJECTIONS,
  ...CONTENT_INJECTIONS,
  ...EVICTION_INJECTIONS,
  ...COMPACTION_INJECTIONS,
  ...INTEGRITY_INJECTIONS,
  ...ORDER_INJECTIONS,
  ...MEMORY_INJECTIONS,
  ...GOVERNANCE_INJECTIONS,
  ...LINT_INJECTIONS,
  ...COVERAGE_INJECTIONS,
};

/** Codes whose fault no generator can inject, each with the reason. */
export const NOT_INJECTED: Readonly<Record<string, string>> = {};

export interface Score {
  readonly found: number;
  readonly injected: number;
  readonly hits: number;
  /** Findings that name another place, or that appear in a clean twin. */
  readonly invented: number;
  readonly precision: number;
  readonly recall: number;
  /** One line per failed session, with the seed that generates it again. */
  readonly misses: readonly string[];
}

/**
 * Runs a rule over injected sessions and their clean twins.
 *
 * @throws Error if there is no injection for the rule's code.
 */
export function scoreRule(rule: FindingRule, seed: number, sessions: number): Score {
  const inject = INJECTIONS[rule.code];
  if (inject === undefined) throw new Error(`No injection for ${rule.code}.`);
  const [tally, misses] = [{ found: 0, hits: 0, invented: 0 }, [] as string[]];
  for (let i = 0; i < sessions; i++) {
    const of = seed * 100_003 + i;
    const faulty = judge(rule, inject(new Draw(of), true));
    const clean = judge(rule, inject(new Draw(of), false));
    tally.found += faulty.hits > 0 ? 1 : 0;
    tally.hits += faulty.hits;
    tally.invented += faulty.others.length + clean.hits + clean.others.length;
    if (faulty.hits === 0) misses.push(`${of}: not found`);
    for (const sentence of faulty.others) misses.push(`${of}: beside the fault: ${sentence}`);
    if (clean.hits + clean.others.length > 0) misses.push(`${of}: in the clean twin: ${clean.sentence}`);
  }
  const { found, hits, invented } = tally;
  const precision = hits + invented === 0 ? 1 : hits / (hits + invented);
  return { found, injected: sessions, hits, invented, precision, recall: found / sessions, misses };
}

function judge(rule: FindingRule, { events, blocks, turns }: Injected) {
  const { findings } = findAll(analyseRecording(foldRecording([...events])), undefined, [rule]);
  const isHit = (finding: (typeof findings)[number]) =>
    finding.blocks.some((id) => blocks.includes(id)) ||
    turns.some((turn) => finding.from <= turn && turn <= finding.to);
  const others = findings.filter((finding) => !isHit(finding)).map(({ sentence }) => sentence);
  return { hits: findings.length - others.length, others, sentence: findings[0]?.sentence ?? "" };
}
