import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart, findNthNewest } from "../shared/conversation";

const options = z.object({
  num_invocations_to_keep: z.number().int().nullable().default(null),
});

const state = z.object({ removedTo: z.number().int().nonnegative().default(0) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const googleAdkPyContextFilter = definePolicy({
  kind: "google-adk-py-context-filter",
  version: "5cba3685",
  title: "ADK context filter (Python)",
  vendor: "Google Agent Development Kit (google-adk)",
  configuration: { write: "python", pattern: "ContextFilterPlugin(…)" },
  runsOn: { harness: ["Google ADK", "ADK"] },
  source: "plugins/context_filter_plugin.py at this commit, read.",
  checked: { on: "2026-11-22", against: "adk-python 5cba3685, plugins/context_filter_plugin.py" },
  malformed: "Results are contents of the user to it, so they stay where their call left.",
  keepEverything: { num_invocations_to_keep: null },
  options,
  state,
  step,
});

function step({ options, state, history }: Input): StepResult {
  const keep = options.num_invocations_to_keep;
  if (keep === null || keep <= 0) return { changes: [] };
  const replies = history.positions("assistant");
  if (findNthNewest(replies, keep) === null) return { changes: [] };
  const start = findConversationStart(history);
  const before = findNthNewest(replies, keep + 1);
  const from = Math.max(start, state.removedTo);
  const to = before === null ? start : before + 1;
  if (to <= from) return { changes: [] };
  state.removedTo = to;
  return {
    changes: [{ status: "removed", from, to }],
    decisions: [
      {
        action: "remove",
        from,
        to,
        rule: "num_invocations_to_keep",
        reason: `Only the newest ${keep} replies stay, with what was sent right before them.`,
        numbers: { replies: replies.length, num_invocations_to_keep: keep },
        reference: null,
      },
    ],
  };
}
