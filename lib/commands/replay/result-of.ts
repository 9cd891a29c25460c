import { z } from "zod";
import { REPLAY_EVICTIONS_MAX, type ReplayResult } from "@/lib/api/endpoints/replays";
import type { Evidence } from "@/lib/core/evidence/edge";
import { describeSubject } from "@/lib/core/findings/rule/subject";
import { USE_STATES } from "@/lib/core/evidence/use-state";
import type { OptionNote } from "@/lib/policies/contract/options";
import type { EdgeUnderPolicy } from "@/lib/replay/evidence-under";
import { judgeEvidenceUnder } from "@/lib/replay/evidence-under";
import type { ComparisonStep } from "@/lib/replay/comparison";
import type { PinReport } from "@/lib/replay/pin-report";
import type { Replay } from "@/lib/replay/setup";
import { keepList } from "@/lib/replay/keep-list";
import { lostNames } from "@/lib/replay/must-keep";
import { RECORDED } from "@/lib/replay/recorded";
import { summariseReplay } from "@/lib/replay/summary";
import type { Recording } from "@/lib/core/trace/fold/recording";

const PIN_EFFECTS_MAX = 500;
const KEPT_MAX = 100;
const LOST_MAX = 8;

const CHANGED_EDGES_MAX = 500;

export function replayResult({
  replay,
  recording,
  evidence,
  session,
  warnings,
  beside: { pins, notRunnable },
}: {
  readonly replay: Replay;
  readonly recording: Recording;
  readonly evidence: Pick<Evidence, "edges">;
  readonly session: string;
  readonly warnings: readonly OptionNote[];
  readonly beside: Pick<ComparisonStep, "pins" | "notRunnable">;
}): ReplayResult {
  const { policy, notes } = replay;
  const states = judgeEvidenceUnder(evidence.edges, recording, replay);
  return {
    policy: { ...policy, options: z.json().parse(policy.options) },
    session,
    summary: summariseReplay(replay, recording, evidence, states),
    lost: lostNames(replay.recording).slice(0, LOST_MAX),
    series: listSeries(replay),
    evictions: listEvictions(replay),
    evidence: countEvidence(recording, states),
    pins: pins === null ? null : countPins(pins, recording),
    keep: policy.kind === RECORDED.kind ? keepOf(recording, evidence) : null,
    notRunnable,
    warnings: [...warnings],
    notes: [...notes],
  };
}

function keepOf(...args: Parameters<typeof keepList>): ReplayResult["keep"] {
  const { blocks, ...sums } = keepList(...args);
  return {
    ...sums,
    blocksTotal: blocks.length,
    blocks: blocks.slice(0, KEPT_MAX).map((keptBlock) => ({ ...keptBlock })),
  };
}

function countPins(
  { effects, turnsOverBudget, ...totals }: PinReport,
  recording: Recording,
): ReplayResult["pins"] {
  const keptEffects = effects.slice(0, PIN_EFFECTS_MAX);
  const { session } = recording;
  const numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
  const nameOf = (blockId: string) => {
    const number = numbers.get(blockId) ?? -1;
    return {
      label: describeSubject({ session, recording }, number),
      toolName: session.blocks[number]?.toolName ?? null,
    };
  };
  return {
    ...totals,
    turnsOverBudget: [...turnsOverBudget],
    effects: keptEffects.map((effect) => ({
      ...effect,
      ...nameOf(effect.blockId),
      neededBy: [...effect.neededBy],
      usedAt: [...effect.usedAt],
    })),
  };
}

function listSeries({ series }: Replay): ReplayResult["series"] {
  return {
    turn: series.map(({ turn }) => turn),
    tokens: series.map(({ tokens }) => tokens),
    recorded: series.map(({ recorded }) => recorded),
    residual: series.map(({ residual }) => residual),
    evictions: series.map(({ evictions }) => evictions),
    tokensFreed: series.map(({ tokensFreed }) => tokensFreed),
    read: series.map(({ cache }) => cache.read),
    write: series.map(({ cache }) => cache.write),
    uncached: series.map(({ cache }) => cache.uncached),
    price: series.map(({ price }) => price),
  };
}

function listEvictions({ session }: Replay): ReplayResult["evictions"] {
  return session.evictions
    .slice(0, REPLAY_EVICTIONS_MAX)
    .map(({ turn, block, how, cause, tokensFreed, restorable, reenteredTurn }) => ({
      turn,
      blockId: session.blocks[block]?.id ?? "",
      how,
      rule: cause.rule,
      reason: cause.reason,
      numbers: cause.numbers === null ? null : { ...cause.numbers },
      tokensFreed,
      restorable,
      reenteredTurn,
    }));
}

function countEvidence({ session }: Recording, states: readonly EdgeUnderPolicy[]): ReplayResult["evidence"] {
  const ran = states.filter(({ edge }) => edge.executed);
  const counts = Object.fromEntries(
    USE_STATES.map((state) => [state, ran.filter(({ replayed }) => replayed === state).length]),
  ) as ReplayResult["evidence"]["counts"];
  const changed = states
    .filter((edge) => edge.recorded !== edge.replayed)
    .slice(0, CHANGED_EDGES_MAX)
    .map(({ edge, recorded: was, replayed }) => ({
      edge: edge.id,
      blockId: session.blocks[edge.from]?.id ?? "",
      turn: edge.to.turn,
      step: edge.to.step,
      recorded: was,
      replayed,
    }));
  return { counts, changed };
}
