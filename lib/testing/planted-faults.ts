import { analysed, findAll } from "@/lib/core/findings/find";
import type { FindingRule } from "@/lib/core/findings/rule/rule";
import { recordingOf } from "@/lib/core/trace/fold/recording";
import { COMPACTION_PLANTS } from "./planted/compactions";
import { COVERAGE_PLANTS } from "./planted/coverage";
import { DECISION_PLANTS } from "./planted/decisions";
import { Draw } from "./planted/draw";
import { EVICTION_PLANTS } from "./planted/evictions";
import { EVIDENCE_PLANTS } from "./planted/evidence";
import { GOVERNANCE_PLANTS } from "./planted/governance";
import { GROWTH_PLANTS } from "./planted/growth";
import { INTEGRITY_PLANTS } from "./planted/integrity";
import { CONTENT_PLANTS } from "./planted/contents";
import { LINT_PLANTS } from "./planted/lint";
import { MEMORY_PLANTS } from "./planted/memories";
import { ORDER_PLANTS } from "./planted/orders";
import type { Plants, Planted } from "./planted/plant";

export const PLANTS: Plants = {
  ...GROWTH_PLANTS,
  ...EVIDENCE_PLANTS,
  ...CONTENT_PLANTS,
  ...DECISION_PLANTS,
  ...EVICTION_PLANTS,
  ...COMPACTION_PLANTS,
  ...INTEGRITY_PLANTS,
  ...ORDER_PLANTS,
  ...MEMORY_PLANTS,
  ...GOVERNANCE_PLANTS,
  ...LINT_PLANTS,
  ...COVERAGE_PLANTS,
};

/** Codes whose fault no generator can plant, each with the reason. */
export const NOT_PLANTED: Readonly<Record<string, string>> = {};

export interface Score {
  readonly found: number;
  readonly planted: number;
  readonly hits: number;
  /** Findings that name another place, or that appear in a clean twin. */
  readonly invented: number;
  readonly precision: number;
  readonly recall: number;
  /** One line per failed session, with the seed that generates it again. */
  readonly misses: readonly string[];
}

/**
 * Runs a rule over planted sessions and their clean twins.
 *
 * @throws Error if there is no plant for the rule's code.
 */
export function scoreRule(rule: FindingRule, seed: number, sessions: number): Score {
  const plant = PLANTS[rule.code];
  if (plant === undefined) throw new Error(`No plant for ${rule.code}.`);
  const [tally, misses] = [{ found: 0, hits: 0, invented: 0 }, [] as string[]];
  for (let i = 0; i < sessions; i++) {
    const of = seed * 100_003 + i;
    const faulty = judge(rule, plant(new Draw(of), true));
    const clean = judge(rule, plant(new Draw(of), false));
    tally.found += faulty.hits > 0 ? 1 : 0;
    tally.hits += faulty.hits;
    tally.invented += faulty.others.length + clean.hits + clean.others.length;
    if (faulty.hits === 0) misses.push(`${of}: not found`);
    for (const sentence of faulty.others) misses.push(`${of}: beside the fault: ${sentence}`);
    if (clean.hits + clean.others.length > 0) misses.push(`${of}: in the clean twin: ${clean.sentence}`);
  }
  const { found, hits, invented } = tally;
  const precision = hits + invented === 0 ? 1 : hits / (hits + invented);
  return { found, planted: sessions, hits, invented, precision, recall: found / sessions, misses };
}

function judge(rule: FindingRule, { events, blocks, turns }: Planted) {
  const { findings } = findAll(analysed(recordingOf([...events])), undefined, [rule]);
  const isHit = (finding: (typeof findings)[number]) =>
    finding.blocks.some((id) => blocks.includes(id)) ||
    turns.some((turn) => finding.from <= turn && turn <= finding.to);
  const others = findings.filter((finding) => !isHit(finding)).map(({ sentence }) => sentence);
  return { hits: findings.length - others.length, others, sentence: findings[0]?.sentence ?? "" };
}
