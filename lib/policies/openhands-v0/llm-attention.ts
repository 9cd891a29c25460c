import { z } from "zod";
import type { StepInput, StepResult, SummarizerCall } from "../contract/policy";
import { defineCondenser } from "./condenser";
import { makeMaxSizeTrigger } from "../shared/max-size-trigger";

const options = z
  .object({
    max_size: z.number().int().min(2).default(100),
    keep_first: z.number().int().nonnegative().default(1),
  })
  .refine(({ max_size, keep_first }) => keep_first < Math.floor(max_size / 2), {
    path: ["keep_first"],
    message:
      "keep_first: expected less than half of max_size, so that there is room for what the model ranks.",
  });

const position = z.number().int().nonnegative();

const state = z.object({
  /** The remaining events before `condensedTo`, oldest first; never more than half of `max_size`. */
  stayed: z.array(position).default([]),
  condensedTo: position.default(0),
});

/** Event ids in the model's ranking, most important first, if its answer is known. */
const signals = z.object({ attention: z.array(z.string()).nullable().default(null) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const llmAttention = defineCondenser("llm-attention", "llm_attention", {
  title: "LLM attention",
  source: "llm_attention_condenser.py, read; what a model would rank is not known.",
  checked: { on: "2026-11-22", against: "OpenHands d6fab190, llm_attention_condenser.py" },
  malformed: "The model ranks events one by one, so a result may stay whose call left.",
  keepEverything: { max_size: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, request }: Input): StepResult {
  const length = state.stayed.length + history.length - state.condensedTo;
  const trigger = makeMaxSizeTrigger(length, options.max_size, request);
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const view = [...state.stayed];
  for (let index = state.condensedTo; index < history.length; index++) view.push(index);
  const { attention } = signals.parse(request.signals);
  const target = Math.floor(options.max_size / 2);
  const stays = chooseEvents({
    view,
    head: options.keep_first,
    target,
    ranked: (attention ?? []).map((id) => history.indexOf(id) ?? null),
  });
  const gone = view.filter((index) => !stays.has(index));
  state.stayed = view.filter((index) => stays.has(index));
  state.condensedTo = history.length;
  const ranges = listRanges(gone);
  const basis =
    attention === null ? "the newest, as the model's ranking is not known" : "as the model ranked";
  return {
    changes: ranges.map(({ from, to }) => ({ status: "removed", from, to })),
    triggers: [trigger],
    decisions: ranges.map(({ from, to }) => ({
      action: "remove",
      from,
      to,
      rule: "llm_attention",
      reason: `${request.requested ? "It was asked for" : `${length} events are more than ${options.max_size}`}: ${state.stayed.length} stay, ${basis}.`,
      numbers: { events: length, target },
      reference: null,
    })),
    summarizerCalls: [makeRankingCall(view, attention === null, { history, request })],
    notes:
      attention === null
        ? [
            "Which events a model would rank highest cannot be known: the newest fill the view, as they do where its answer names too few.",
          ]
        : [],
  };
}

function makeRankingCall(
  view: readonly number[],
  simulated: boolean,
  { history, request }: Pick<Input, "history" | "request">,
): SummarizerCall {
  const measure = history.measure(request.countMessage);
  return {
    purpose: "Ranking of the events by their importance for the next step",
    inputTokens: view.reduce((sum, index) => sum + measure.at(index), 0),
    outputTokens: request.countTokens(JSON.stringify({ ids: view })),
    simulated,
  };
}

function listRanges(positions: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const index of positions) {
    const last = ranges.at(-1);
    if (last?.to === index) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  }
  return ranges;
}

/** A view as positions, oldest first, and a model's ranking of it. `null` is an id that no event has. */
interface Ranking {
  readonly view: readonly number[];
  readonly head: number;
  readonly target: number;
  readonly ranked: readonly (number | null)[];
}

/**
 * The events of a view that stay. Events of the head are removed from the ranking, which is then cut to the remaining
 * room. Any room that is left goes to the newest events. An unknown or repeated id takes up room without keeping an
 * event.
 */
function chooseEvents({ view, head, target, ranked }: Ranking): Set<number> {
  const stays = new Set(view.slice(0, head));
  const room = target - stays.size;
  const taken = ranked.filter((index) => index === null || !stays.has(index)).slice(0, room);
  const chosen = new Set(taken.filter((index) => index !== null));
  let used = taken.length;
  for (const index of view.toReversed()) {
    if (used >= room) break;
    if (chosen.has(index)) continue;
    chosen.add(index);
    used++;
  }
  for (const index of view) if (chosen.has(index)) stays.add(index);
  return stays;
}
