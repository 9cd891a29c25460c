import { z } from "zod";
import type { History } from "../contract/history";
import { setText } from "../contract/message";
import type { Policy, StepInput, StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";
import { removeRange } from "../shared/drop-prefix";
import { computeForgottenMiddle } from "../shared/forget-middle";
import { makeMaxSizeTrigger } from "../shared/max-size-trigger";
import { computeLastSliceLength } from "../shared/python-text";
import { summarizeRange } from "../shared/summarize-range";
import { browserOutput } from "./browser-output";
import { defineCondenser } from "./condenser";
import { llmAttention } from "./llm-attention";

const MASKED = "<MASKED>";
const EVENTS_COUNT = "Events are counted, so a result may stay whose call left.";
const count = z.number().int().nonnegative();
const size = z.number().int().positive();
const head = count.default(1);
const recentOptions = z.object({ keep_first: head, max_events: size.default(100) });
const recentState = z.object({ removedTo: count.default(0), copies: count.default(0) });
/** How many of the newest events (not observations) stay unchanged. */
const maskingOptions = z.object({ attention_window: size.default(100) });
const maskingState = z.object({ maskedTo: count.default(0) });
const sizeOptions = z.object({ max_size: size.default(100), keep_first: head });
const forgottenState = z.object({
  forgottenTo: count.default(0),
  summaryTokens: z.number().nonnegative().default(0),
});
const windowState = z.object({ forgottenTo: count.default(0) });
/** The events that recall knowledge for the first prompt, if the recording knows them. */
const windowSignals = z.object({ recall: z.array(z.string()).default([]) });

type Sized = StepInput<z.infer<typeof sizeOptions>, z.infer<typeof forgottenState>>;

/** A commit of the vendor's has them all. */
export const openhandsV0 = {
  recentEvents: defineCondenser("recent-events", "recent", {
    title: "recent events",
    source: "recent_events_condenser.py at this commit.",
    checked: { on: "2026-11-22", against: "OpenHands d6fab190, recent_events_condenser.py" },
    malformed: "Events are counted, so a result may stay whose call left; a short history repeats its head.",
    keepEverything: null,
    options: recentOptions,
    state: recentState,
    step: keepRecent,
  }),
  observationMasking: defineCondenser("observation-masking", "observation_masking", {
    title: "observation masking",
    source: "observation_masking_condenser.py at this commit.",
    checked: { on: "2026-11-22", against: "OpenHands d6fab190, observation_masking_condenser.py" },
    tuned: (_limit, own) => ({ attention_window: 2 * maskingOptions.parse(own).attention_window }),
    malformed: null,
    keepEverything: { attention_window: Number.MAX_SAFE_INTEGER },
    options: maskingOptions,
    state: maskingState,
    step: maskObservations,
  }),
  amortizedForgetting: defineCondenser("amortized-forgetting", "amortized", {
    title: "amortized forgetting",
    source: "amortized_forgetting_condenser.py at this commit.",
    checked: { on: "2026-11-22", against: "OpenHands d6fab190, amortized_forgetting_condenser.py" },
    malformed: EVENTS_COUNT,
    keepEverything: { max_size: Number.MAX_SAFE_INTEGER },
    options: sizeOptions,
    state: forgottenState,
    step: (input) => forget(input, false),
  }),
  llmSummarizing: defineCondenser("llm-summarizing", "llm", {
    title: "LLM summarizing",
    source: "llm_summarizing_condenser.py at this commit.",
    checked: { on: "2026-11-22", against: "OpenHands d6fab190, llm_summarizing_condenser.py" },
    malformed: EVENTS_COUNT,
    keepEverything: { max_size: Number.MAX_SAFE_INTEGER },
    options: sizeOptions,
    state: forgottenState,
    step: (input) => forget(input, true),
  }),
  llmAttention,
  conversationWindow: defineCondenser("conversation-window", "conversation_window", {
    title: "conversation window",
    source: "conversation_window_condenser.py at this commit.",
    checked: { on: "2026-11-22", against: "OpenHands d6fab190, conversation_window_condenser.py" },
    malformed: "Only results at the start of what stays are looked at, so a later one may miss its call.",
    keepEverything: {},
    options: z.object({}),
    state: windowState,
    step: runHalving,
  }),
  browserOutput,
} satisfies Readonly<Record<string, Policy>>;

function keepRecent({
  options,
  state,
  history,
}: StepInput<z.infer<typeof recentOptions>, z.infer<typeof recentState>>): StepResult {
  const { length } = history;
  const head = Math.min(options.keep_first, length);
  const tail = length - computeLastSliceLength(length, Math.max(0, options.max_events - head));
  const changes: Change[] = [];
  for (let i = tail; i < head; i++) {
    const message = { ...history.at(i), id: `${history.at(i).id}:again` };
    if (head !== state.copies) changes.push({ status: "inserted", before: head, message });
  }
  for (let i = 0; i < Math.min(tail, state.copies); i++)
    changes.push({ status: "withdrawn", id: `${history.at(i).id}:again` });
  state.copies = head;
  const from = Math.max(head, state.removedTo);
  const inserted = changes.some(({ status }) => status === "inserted");
  if (tail > from) {
    changes.push({ status: "removed", from, to: tail });
    state.removedTo = tail;
  }
  const numbers = { events: length, keep_first: options.keep_first, max_events: options.max_events };
  const row = { rule: "recent_events", numbers, reference: null };
  return {
    changes,
    decisions: [
      ...(inserted
        ? ([
            { ...row, action: "insert", from: 0, to: head, reason: "The head is repeated in the tail." },
          ] as const)
        : []),
      ...(tail > from
        ? ([
            { ...row, action: "remove", from, to: tail, reason: `Only ${options.max_events} events stay.` },
          ] as const)
        : []),
    ],
  };
}

function maskObservations({
  options,
  state,
  history,
}: StepInput<z.infer<typeof maskingOptions>, z.infer<typeof maskingState>>): StepResult {
  const masked: number[] = [];
  for (; state.maskedTo < history.length - options.attention_window; state.maskedTo++)
    if (history.at(state.maskedTo).role === "tool") masked.push(state.maskedTo);
  return {
    changes: masked.map((index) => ({
      status: "cleared",
      index,
      message: setText(history.at(index), MASKED),
    })),
    decisions: masked.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "observation_masking",
      reason: `It is not among the newest ${options.attention_window} events.`,
      numbers: { events: history.length, attention_window: options.attention_window },
      reference: null,
    })),
  };
}

/** A view that grows too long keeps its head and half of its maximum size, of which a summary takes one place. */
function forget(input: Sized, summarizes: boolean): StepResult {
  const { options, state, history, request } = input;
  const head = Math.min(options.keep_first, history.length);
  const place = summarizes ? 1 : 0;
  const gone = Math.max(0, state.forgottenTo - head - place);
  const length = history.length - gone;
  const trigger = makeMaxSizeTrigger(length, options.max_size, request);
  const target = Math.floor(options.max_size / 2) - place;
  const from = Math.max(head, state.forgottenTo);
  const to = trigger.fired ? computeForgottenMiddle({ length, keepFirst: head, target }).to + gone : from;
  if (to <= from) return { changes: [], triggers: [trigger] };
  state.forgottenTo = to;
  const numbers = { events: length, target };
  const why = `${length} events are more than ${options.max_size}`;
  if (!summarizes) {
    const row = { rule: "amortized_forgetting", reason: `${why}: ${target} stay.`, numbers, reference: null };
    return {
      triggers: [trigger],
      changes: [{ status: "removed", from, to }],
      decisions: [{ action: "remove", from, to, ...row }],
    };
  }
  const range = summarizeRange(input, {
    parts: [{ from, to }],
    before: to,
    id: "openhands-v0:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: "llm_summarizing",
    reason: `${why}: ${target - head} of the newest stay.`,
    numbers: { events: length },
  });
  state.summaryTokens = range.tokens;
  return { ...range, triggers: [trigger] };
}

/** On request, the older half leaves. The system message, the first prompt and its recall stay. */
function runHalving({ state, history, request }: StepInput<object, z.infer<typeof windowState>>): StepResult {
  if (!request.requested && !request.overflow) return { changes: [] };
  const essential = findEssentialEvents(history, new Set(windowSignals.parse(request.signals).recall));
  if (essential === null) return { changes: [], notes: ["There is no prompt, so nothing is forgotten."] };
  const before = [...essential].filter((index) => index < state.forgottenTo).length;
  const visible = history.length - (state.forgottenTo - before);
  const recent = Math.max(1, Math.floor((visible - essential.size) / 2));
  let to = Math.max(0, history.length - recent);
  while (to < history.length && history.at(to).role === "tool") to++;
  const from = state.forgottenTo;
  const changes = removeRange(from, to, (index) => essential.has(index));
  if (changes.length === 0) return { changes: [] };
  state.forgottenTo = to;
  return {
    changes,
    decisions: [
      {
        action: "remove",
        from,
        to,
        rule: "conversation_window",
        reason: `Half of the ${visible - essential.size} events that are not essential stay.`,
        numbers: { events: visible, essential: essential.size, recent },
        reference: null,
      },
    ],
  };
}

function findEssentialEvents(history: History, recall: ReadonlySet<string>): Set<number> | null {
  const prompt = history.positions("user")[0];
  if (prompt === undefined) return null;
  const system = history.positions("system")[0];
  const recalled = [...recall].map((id) => history.indexOf(id) ?? prompt);
  return new Set([prompt, ...recalled, ...(system === undefined ? [] : [system])]);
}
