import type { Evidence } from "../evidence/edge";
import type { Plan } from "../plan/plan";
import type { Tokens } from "../units";
import type { ChosenPolicy } from "./choose-policy";
import { planSignals } from "./plan-signals";
import type { PriceTable } from "./prices";
import { replayRecorded } from "./recorded";
import { Replayer } from "./replayer";
import type { Replay } from "./setup";
import { pinningNotes } from "./wording";
import { readSource, type ReplaySource } from "./source";
import type { Recording } from "../trace/recording";

/** What several replays of one recording have in common. */
export interface ComparisonSetup {
  readonly recording: Recording;
  readonly plans: readonly Plan[];
  readonly evidence: Pick<Evidence, "edges">;
  readonly budget?: Tokens | null | undefined;
  readonly contextWindow?: Tokens | null | undefined;
  readonly prices?: PriceTable | undefined;
}

type Chosen = Extract<ChosenPolicy, { ok: true }>;

/** Several policies over one recording, a turn at a time: yields after each turn how far it is, and each replay as it ends. */
export function* compare(
  setup: ComparisonSetup,
  choices: readonly Chosen[],
): Generator<{ readonly done: number; readonly of: number; readonly replay: Replay | null }> {
  const source = readSource(setup.recording);
  const turns = source.turns.length;
  const of = turns * choices.length;
  for (const [number, choice] of choices.entries()) {
    if (choice.policy === null) {
      yield { done: (number + 1) * turns, of, replay: replayRecorded(source, setup) };
      continue;
    }
    const replayer = new Replayer(source, setupOf(source, setup, choice, choice.policy));
    while (replayer.next()) yield { done: number * turns + replayer.progress.done, of, replay: null };
    yield { done: (number + 1) * turns, of, replay: replayer.finish() };
  }
}

function setupOf(
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
    notes: pinningNotes(policy, plans, pins),
    ...(budget !== undefined && { budget }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(prices !== undefined && { prices }),
  };
}
