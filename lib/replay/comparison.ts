import type { Evidence } from "@/lib/core/evidence/edge";
import type { Plan } from "@/lib/core/evidence/plan/steps/plan";
import type { Tokens } from "@/lib/core/units";
import type { ChosenPolicy } from "./choose-policy";
import { pinReport, type PinReport } from "./pin-report";
import { listPinnedBlocks, planSignals } from "./plan-signals";
import type { PriceTable } from "@/lib/core/models/prices";
import { whyNotRunnable } from "@/lib/policies/contract/runs-on";
import { findSessionPlace } from "./proposal";
import { replayRecorded } from "./recorded";
import { Replayer } from "./replayer";
import type { Replay } from "./setup";
import { listPinningNotes } from "./wording";
import { readSource, type ReplaySource } from "./windows/source";
import type { Recording } from "@/lib/core/trace/fold/recording";

export interface ComparisonSetup {
  readonly recording: Recording;
  readonly plans: readonly Plan[];
  readonly evidence: Pick<Evidence, "edges">;
  readonly budget?: Tokens | null | undefined;
  readonly contextWindow?: Tokens | null | undefined;
  readonly prices?: PriceTable | undefined;
}

type Chosen = Extract<ChosenPolicy, { ok: true }>;

export interface ComparisonStep {
  readonly done: number;
  readonly of: number;
  readonly replay: Replay | null;
  readonly pins: PinReport | null;
  readonly notRunnable: string | null;
}

/**
 * Replays a recording under several policies, one turn at a time. Yields the progress after each turn, and each replay
 * when it ends. A policy with pins is also replayed without them, for comparison.
 */
export function* compare(setup: ComparisonSetup, choices: readonly Chosen[]): Generator<ComparisonStep> {
  const source = readSource(setup.recording);
  const turns = source.turns.length;
  const of = turns * choices.reduce((sum, { unpinned }) => sum + (unpinned === null ? 1 : 2), 0);
  let before = 0;
  for (const choice of choices) {
    if (choice.policy === null) {
      before += turns;
      yield { done: before, of, replay: replayRecorded(source, setup), pins: null, notRunnable: null };
      continue;
    }
    const plain =
      choice.unpinned === null
        ? null
        : new Replayer(source, makeSetup(source, setup, choice, choice.unpinned));
    const replayer = new Replayer(source, makeSetup(source, setup, choice, choice.policy));
    for (const candidate of [plain, replayer]) {
      while (candidate?.next() === true)
        yield { done: before + candidate.progress.done, of, replay: null, pins: null, notRunnable: null };
      if (candidate !== null) before += turns;
    }
    const replay = replayer.finish();
    yield {
      done: before,
      of,
      replay,
      pins: plain === null ? null : reportOf(setup, source, choice, replay, plain),
      notRunnable: explainNotRunnable(setup.recording, choice.policy),
    };
  }
}

function explainNotRunnable(
  { session }: Recording,
  { title, runsOn }: NonNullable<Chosen["policy"]>,
): string | null {
  const why = runsOn === undefined ? null : whyNotRunnable(runsOn, findSessionPlace(session));
  return why === null ? null : `${title} ${why}.`;
}

function reportOf(
  { recording, plans, evidence }: ComparisonSetup,
  source: ReplaySource,
  { pins }: Chosen,
  replay: Replay,
  plain: Replayer,
): PinReport {
  return pinReport(listPinnedBlocks(source, plans, pins), replay, plain.finish(), recording, evidence.edges);
}

function makeSetup(
  source: ReplaySource,
  { plans, budget, contextWindow, prices }: ComparisonSetup,
  { options, pins }: Chosen,
  policy: NonNullable<Chosen["policy"]>,
) {
  return {
    policy,
    options,
    pins,
    signalsAt: planSignals(source, plans, pins),
    notes: [explainNotRunnable(source.recording, policy) ?? [], listPinningNotes(policy, plans, pins)].flat(),
    ...(budget !== undefined && { budget }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(prices !== undefined && { prices }),
  };
}
