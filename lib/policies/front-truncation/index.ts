import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { takeFree } from "../contract/pins";
import { endOfPairs, removeRange } from "../shared/drop-prefix";

const options = z.object({
  maxTokens: z.number().int().positive().nullable().default(null),
});
const state = z.object({
  removedTo: z.number().int().nonnegative().default(0),
  passed: z.array(z.number().int()).default([]),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const frontTruncation = definePolicy({
  kind: "front-truncation",
  version: "1",
  title: "Front truncation",
  vendor: "Baseline",
  compared: { vendors: (limit) => ({ maxTokens: limit }) },
  source:
    "By definition: oldest first until it fits; system messages stay, a call never leaves without its results.",
  tuned: (limit) => ({ maxTokens: limit }),
  checked: null,
  malformed: null,
  keepEverything: { maxTokens: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, shown, request, pins }: Input): StepResult {
  const limit = options.maxTokens ?? request.budget ?? request.contextWindow;
  if (limit === null) return { changes: [], notes: ["Neither a limit nor a budget nor a window is known."] };
  const fixed = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0);
  const measured = fixed + shown.tokens;
  const trigger = {
    fired: measured > limit,
    name: "limit",
    measured,
    threshold: limit,
    unit: "tokens",
    basis: "estimated",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };

  const from = state.removedTo;
  const tokens = history.measure(request.countMessage);
  let excess = measured - limit;
  const late = takeFree(state.passed, (index) => pins.staying.includes(index));
  for (const index of late) excess -= tokens.at(index);
  const spared = new Set<number>();
  let to = from;
  while (excess > 0) {
    const end = endOfPairs(history, to + 1);
    if (end >= history.length) break;
    for (; to < end; to++) {
      if (history.at(to).role === "system") continue;
      if (pins.keepsPlace(to)) spared.add(to);
      else excess -= tokens.at(to);
    }
  }
  state.removedTo = to;
  state.passed.push(...spared);
  const stays = (index: number) => history.at(index).role === "system" || spared.has(index);
  return {
    changes: [
      ...late.map((index) => ({ status: "removed", from: index, to: index + 1 }) as const),
      ...removeRange(from, to, stays),
    ],
    triggers: [trigger],
    decisions: [
      {
        action: "remove",
        from: Math.min(from, ...late),
        to: Math.max(to, ...late.map((index) => index + 1)),
        rule: "oldest-first",
        reason: `${measured} tokens do not fit ${limit}: the oldest messages left.`,
        numbers: { measured, limit },
        reference: null,
      },
    ],
    notes: excess > 0 ? ["What may not leave does not fit the limit."] : [],
  };
}
