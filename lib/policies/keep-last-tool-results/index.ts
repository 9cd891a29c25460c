import { z } from "zod";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import { takeFree } from "../contract/pins";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import type { Change, Projection } from "../contract/projection";

const options = z.object({
  keep: z.number().int().nonnegative().default(3),
});
const state = z.object({
  done: z.number().int().nonnegative().default(0),
  passed: z.array(z.number().int()).default([]),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const keepLastResults = definePolicy({
  kind: "keep-last-tool-results",
  version: "1",
  title: "Keep the last n tool results",
  vendor: "Baseline",
  source: "By definition: the newest n results stay; an older one leaves with its call.",
  tuned: (_limit, own) => ({ keep: 2 * options.parse(own).keep }),
  checked: null,
  malformed: null,
  keepEverything: { keep: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, shown, pins }: Input): StepResult {
  const results = history.positions("tool");
  const counted = results.length - pins.pinned.filter((index) => history.at(index).role === "tool").length;
  const trigger = {
    fired: counted > options.keep,
    name: "tool results",
    measured: counted,
    threshold: options.keep,
    unit: "items",
    basis: "counted",
  } as const;
  const due = takeFree(state.passed, (index) => pins.staying.includes(index));
  let standing = counted - state.done;
  for (; standing > options.keep && state.done + state.passed.length < results.length;) {
    const index = results[state.done + state.passed.length] ?? 0;
    if (pins.keepsPlace(index)) state.passed.push(index);
    else {
      due.push(index);
      state.done++;
      standing--;
    }
  }
  if (due.length === 0) return { changes: [], triggers: [trigger] };
  return {
    changes: takeOut(due, history, shown),
    triggers: [trigger],
    decisions: due.map((index) => ({
      action: "remove",
      from: history.callOf(index)?.index ?? index,
      to: index + 1,
      rule: `keep ${options.keep}`,
      reason: `Older than the newest ${options.keep} tool results.`,
      numbers: { keep: options.keep, tool_results: counted },
      reference: null,
    })),
  };
}

/** Results, and of the messages before them the calls. A message of which nothing is left leaves whole. */
function takeOut(due: readonly number[], history: History, shown: Projection): Change[] {
  const callers = new Map<number, Message>();
  for (const index of due) {
    const placed = history.callOf(index);
    const message = placed === undefined ? null : (callers.get(placed.index) ?? shown.at(placed.index));
    if (placed === undefined || message === null) continue;
    const toolCalls = (message.toolCalls ?? []).filter(({ id }) => id !== placed.call.id);
    callers.set(placed.index, { ...message, toolCalls });
  }
  const removed = (index: number): Change => ({ status: "removed", from: index, to: index + 1 });
  const isEmpty = ({ text, thinking = "", toolCalls = [] }: Message) =>
    text === "" && thinking === "" && toolCalls.length === 0;
  return [
    ...due.map(removed),
    ...[...callers].map(([index, message]): Change =>
      isEmpty(message) ? removed(index) : { status: "trimmed", index, message },
    ),
  ];
}
