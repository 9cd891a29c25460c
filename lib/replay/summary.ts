import type { Evidence } from "@/lib/core/evidence/edge";
import { countEvictions } from "@/lib/core/figures/evictions";
import { indexFirstCalls } from "@/lib/core/trace/first-calls";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import type { Figure } from "@/lib/core/trace/turn-figures";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import { pairCalls } from "@/lib/core/window/call-pairs";
import type { EdgeUnderPolicy } from "./evidence-under";
import { judgeEvidenceUnder } from "./evidence-under";
import type { MustKeep } from "./must-keep";
import { findMustKeep, rulesGone } from "./must-keep";
import { RECORDED } from "./recorded";
import { readReportedSent, scaleSent } from "./run-totals";
import type { Replay } from "./setup";

/** The figures of a replay. `null` means unknown: no window to measure, or no price. */
export interface ReplaySummary {
  readonly turns: number;
  readonly peak: Tokens | null;
  readonly peakTurn: TurnIndex | null;
  readonly mean: Tokens | null;
  readonly tokensSent: Tokens;
  /**
   * The tokens sent by the run's own count. For the recording: what the run reported, measured. For another policy: the
   * counted tokens times the recording's scale, estimated.
   */
  readonly tokensSentByRun: Figure;
  readonly price: number | null;
  readonly evictions: number;
  readonly compactions: number;
  readonly dangling: number;
  readonly unrestorable: number;
  /** Fetches that the recording repeated after an eviction and that this replay does not need; and the opposite. */
  readonly duplicatesAvoided: number;
  readonly duplicatesCaused: number;
  /** Rules, instructions and goals that left for good. */
  readonly constraintsLost: number;
  /** What a session cannot do without, and is nowhere in the window any more. */
  readonly mustKeep: MustKeep;
  readonly turnsOverBudget: number;
  /** Turns whose window exceeds the model's limit; `null` if no turn states a limit. */
  readonly turnsOverWindow: number | null;
  /** Tokens that the policy's own model calls would have read and written. */
  readonly summarizerTokens: Tokens;
  /** The part of the price that these calls cost. */
  readonly summarizerPrice: number | null;
}

/** The figures of a replay, beside those of the recording. */
export function summariseReplay(
  replay: Replay,
  recording: Recording,
  evidence: Pick<Evidence, "edges">,
  states: readonly EdgeUnderPolicy[] = judgeEvidenceUnder(evidence.edges, recording, replay),
): ReplaySummary {
  const { session, series, ledger } = replay;
  const recorded = recording.session;
  const sentTokens = series.reduce((sum, { tokens }) => sum + tokens, 0);
  const peak = series.reduce<(typeof series)[number] | null>(
    (best, turn) => (best === null || turn.tokens > best.tokens ? turn : best),
    null,
  );
  const { avoided, caused } = compareRefetches(session, recorded);
  return {
    turns: series.length,
    peak: peak?.tokens ?? null,
    peakTurn: peak?.turn ?? null,
    mean: series.length === 0 ? null : Math.round(sentTokens / series.length),
    tokensSent: sentTokens,
    tokensSentByRun:
      replay.policy.kind === RECORDED.kind ? readReportedSent(recorded) : scaleSent(recorded, sentTokens),
    price: replay.price,
    evictions: session.evictions.length,
    compactions: session.compactions.length,
    dangling: states.filter(({ edge, replayed }) => edge.executed && replayed === "dangling").length,
    unrestorable: countEvictions(session.evictions).unrestorable,
    duplicatesAvoided: avoided,
    duplicatesCaused: caused,
    constraintsLost: rulesGone(session).length,
    mustKeep: findMustKeep(replay.recording),
    turnsOverBudget: series.filter(({ overBudget }) => overBudget).length,
    turnsOverWindow: series.every(({ overWindow }) => overWindow === null)
      ? null
      : series.filter(({ overWindow }) => overWindow === true).length,
    summarizerTokens: ledger
      .flatMap(({ summarizerCalls }) => summarizerCalls)
      .reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    summarizerPrice: replay.summaryPrice,
  };
}

function compareRefetches(session: Session, recorded: Session): { avoided: number; caused: number } {
  const [callsHere, before] = [listRefetches(session), listRefetches(recorded)];
  return {
    avoided: [...before].filter((name) => !callsHere.has(name)).length,
    caused: [...callsHere].filter((name) => !before.has(name)).length,
  };
}

function listRefetches(session: Session): Set<string> {
  const { callOf } = pairCalls(session);
  const firstOf = indexFirstCalls(session);
  return new Set(
    session.evictions.flatMap(({ block, refetchedTurn }) => {
      const first = session.blocks[firstOf(callOf.get(block) ?? block)];
      return refetchedTurn === null || first === undefined ? [] : [`${refetchedTurn} ${first.id}`];
    }),
  );
}
