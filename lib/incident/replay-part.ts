import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import type { UseState } from "@/lib/core/evidence/use-state";
import { isDangling } from "@/lib/core/evidence/use-state";
import { describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import { RECORDED } from "@/lib/replay/recorded";
import { COUNTERFACTUAL, EVIDENCE_UNDER_POLICY, SIMULATED_SUMMARIES } from "@/lib/replay/caveats";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import { findPinnedStep } from "./pins";
import type { IncidentPlan, IncidentSource } from "./incident-source";

/** The part of a saved replay that an incident needs. The columns of `series` have one value per turn. */
export interface SavedReplay {
  readonly id: string;
  readonly createdAt: string;
  readonly results: readonly {
    readonly policy: { readonly kind: string; readonly title: string };
    readonly summary: { readonly compactions: number };
    readonly series: {
      readonly turn: readonly TurnIndex[];
      readonly tokens: readonly Tokens[];
      readonly recorded: readonly (Tokens | null)[];
      readonly evictions: readonly number[];
    };
    readonly evidence: {
      readonly changed: readonly {
        readonly edge: string;
        readonly turn: TurnIndex;
        readonly recorded: UseState;
        readonly replayed: UseState;
      }[];
    };
  }[];
}

/** What one policy would have done in the range of an incident. `null` is unknown. */
export interface ReplayedPolicy {
  readonly title: string;
  readonly isRecorded: boolean;
  readonly dangling: number | null;
  readonly tokensSent: Tokens;
  readonly evictions: number;
  readonly text: string;
  /** Without any text of the trace. */
  readonly plain: string;
}

/** A saved replay in an incident. Its figures cover only the incident's range. */
export interface ReplayPart {
  readonly id: string;
  readonly recorded: {
    readonly dangling: number;
    readonly tokensSent: Tokens | null;
    readonly evictions: number;
  };
  readonly policies: readonly ReplayedPolicy[];
  readonly caveats: readonly string[];
}

/** The most changed uses that a saved replay lists. With more, the figures of a range are unknown. */
const LISTED_MAX = 500;
const STEP_CHARS = 80;

interface Range {
  readonly from: TurnIndex;
  readonly to: TurnIndex;
}

export function replayPart(
  source: Pick<IncidentSource, "recording" | "plans" | "evidence">,
  replay: SavedReplay,
  { from, to }: Range,
): ReplayPart {
  const inRange = (turn: TurnIndex) => turn >= from && turn <= to;
  const edges = new Map(
    source.evidence.edges
      .filter((edge) => edge.executed && inRange(edge.to.turn))
      .map((edge) => [edge.id, edge]),
  );
  const before = [...edges.values()].filter(isDangling).length;
  const policies = replay.results.map(({ policy, series, evidence }): ReplayedPolicy => {
    const changed = evidence.changed.filter(({ edge }) => edges.has(edge));
    const regained = changed.filter((edge) => edge.recorded === "dangling");
    const lostEdges = changed.filter((edge) => edge.replayed === "dangling");
    const isWhole = evidence.changed.length < LISTED_MAX;
    const dangling = isWhole ? before - regained.length + lostEdges.length : null;
    const steps = regained.flatMap(({ edge }) => edges.get(edge) ?? []);
    const words = (quote: boolean) =>
      describeConsequence(
        { ...policy, before, dangling, lost: lostEdges.length },
        steps,
        quote ? source.plans : [],
      );
    return {
      title: policy.title,
      isRecorded: policy.kind === RECORDED.kind,
      dangling,
      tokensSent: sum(series.tokens, series.turn, inRange) ?? 0,
      evictions: sum(series.evictions, series.turn, inRange) ?? 0,
      text: words(true),
      plain: words(false),
    };
  });
  const series = replay.results[0]?.series;
  return {
    id: replay.id,
    recorded: {
      dangling: before,
      tokensSent: series === undefined ? null : sum(series.recorded, series.turn, inRange),
      evictions: source.recording.session.evictions.filter(({ turn }) => inRange(turn)).length,
    },
    policies,
    caveats: [
      COUNTERFACTUAL,
      EVIDENCE_UNDER_POLICY,
      ...(replay.results.some(({ summary }) => summary.compactions > 0) ? [SIMULATED_SUMMARIES] : []),
    ],
  };
}

interface Case {
  readonly kind: string;
  readonly title: string;
  readonly before: number;
  readonly dangling: number | null;
  readonly lost: number;
}

function describeConsequence(
  { kind, title, before, dangling, lost }: Case,
  regained: readonly EvidenceEdge[],
  plans: readonly IncidentPlan[],
): string {
  if (kind === RECORDED.kind) return `As recorded: ${describeUsesWithoutEvidence(before)}.`;
  const under = `Under ${title}`;
  if (dangling === null)
    return `${under}, more uses of evidence would have changed than the replay lists, so how many would have had theirs is not known.`;
  const [first] = regained;
  if (first === undefined) {
    if (lost > 0) return `${under}, ${describeUses(lost)} would have lost its evidence as well.`;
    return before === 0
      ? `${under}, no use of evidence in this range would have been without it either.`
      : `${under}, ${before === 1 ? "the same use" : `the same ${before} uses`} would still have been without evidence.`;
  }
  const step = findPinnedStep(plans, first.to.step)?.step.text;
  const subject =
    regained.length > 1
      ? `${regained.length} of ${describeUses(before)} without evidence`
      : `${step === undefined ? "the branch" : `the step “${cut(step)}”`} at turn ${first.to.turn}`;
  const but = lost === 0 ? "" : `, and ${describeUses(lost)} would have lost it`;
  return `${under}, ${subject} would have had ${regained.length > 1 ? "it" : "its evidence"}${but}.`;
}

function cut(text: string): string {
  return text.length <= STEP_CHARS ? text : `${text.slice(0, STEP_CHARS - 1).toWellFormed()}…`;
}

function describeUses(count: number): string {
  return count === 1 ? "1 use" : `${count} uses`;
}

function sum(
  column: readonly (number | null)[],
  turns: readonly TurnIndex[],
  inRange: (turn: TurnIndex) => boolean,
): number | null {
  let total: number | null = 0;
  turns.forEach((turn, i) => {
    const value = column[i] ?? null;
    if (inRange(turn)) total = total === null || value === null ? null : total + value;
  });
  return total;
}
