import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { removeRange } from "../shared/drop-prefix";

const options = z.object({
  k: z.number().int().nonnegative().default(5),
});
const state = z.object({ removedTo: z.number().int().nonnegative().default(0) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const langchainBufferWindow = definePolicy({
  kind: "langchain-buffer-window-memory",
  version: "1",
  title: "LangChain ConversationBufferWindowMemory",
  vendor: "LangChain",
  configuration: { write: "python", pattern: "ConversationBufferWindowMemory(…)" },
  runsOn: { harness: ["LangChain", "LangGraph"] },
  source:
    "LangChain's window memory, read from its source and not run; an exchange with tools counts as one.",
  checked: { on: "2026-11-22", against: "the source of ConversationBufferWindowMemory" },
  malformed: null,
  keepEverything: { k: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history }: Input): StepResult {
  const users = history.positions("user");
  const boundary = users[users.length - 1 - options.k] ?? 0;
  const trigger = {
    fired: boundary > state.removedTo,
    name: "exchanges",
    measured: users.length,
    threshold: options.k + 1,
    unit: "items",
    basis: "counted",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  const from = state.removedTo;
  state.removedTo = boundary;
  return {
    changes: removeRange(from, boundary, (index) => history.at(index).role === "system"),
    triggers: [trigger],
    decisions: [
      {
        action: "remove",
        from,
        to: boundary,
        rule: "last-k-exchanges",
        reason: `Older than the last ${options.k} exchanges.`,
        numbers: { exchanges: users.length, k: options.k },
        reference: null,
      },
    ],
  };
}
