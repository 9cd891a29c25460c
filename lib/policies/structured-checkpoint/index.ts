import { z } from "zod";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import { definePolicy, type StepInput, type StepResult, type Trigger } from "../contract/policy";
import { isConstraint } from "../shared/constraints";
import { endOfPairs, removeRange } from "../shared/drop-prefix";

const options = z.object({
  max_total: z.number().int().positive().default(60_000),
  spike_threshold: z.number().int().positive().default(4_000),
});
const state = z.object({
  restarts: z.number().int().nonnegative().default(0),
  lastInput: z.number().nullable().default(null),
  requests: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

const STATE_ID = "checkpoint-state";
const FINDING_CHARS = 240;
const FINDINGS_MAX = 20;

/**
 * A state object instead of a text: the task and its constraints word for word, what was done, the newest result. The
 * session restarts from it at most once. After that it continues, and says when it exceeds the limit.
 */
export const structuredCheckpoint = definePolicy({
  kind: "structured-checkpoint",
  version: "1",
  title: "Structured checkpoint",
  vendor: "Baseline",
  source:
    "A budget of 60,000 with a spike of 4,000, a state object with the task word for word, one restart at most.",
  tuned: (limit) => ({ max_total: limit }),
  checked: null,
  malformed: null,
  keepEverything: { max_total: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, shown, request }: Input): StepResult {
  const input = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0) + shown.tokens;
  const output = request.usage?.output ?? 0;
  const notes = describeSpike(options.spike_threshold, state, input);
  state.lastInput = input;
  state.requests++;
  const trigger: Trigger = {
    fired: input + output > options.max_total,
    name: "max_total",
    measured: input + output,
    threshold: options.max_total,
    unit: "tokens",
    basis: "estimated",
  };
  if (!trigger.fired) return { changes: [], triggers: [trigger], notes };
  if (state.restarts > 0)
    return {
      changes: [],
      triggers: [trigger],
      notes: [...notes, "Over the budget after its one restart: it goes on and needs a person."],
    };
  const to = findRestart(history);
  if (to === null) return { changes: [], triggers: [trigger], notes };
  state.restarts++;
  state.lastInput = null;
  const message = makeStateMessage(history, to);
  const isKept = (index: number) => history.at(index).role === "system";
  return {
    changes: [...removeRange(0, to, isKept, "summarized"), { status: "inserted", before: to, message }],
    triggers: [trigger],
    decisions: [
      {
        action: "summarize",
        from: 0,
        to,
        rule: "checkpoint",
        reason: `${input} in and ${output} out exceed ${options.max_total}: started again from the state object.`,
        numbers: { input, output, max_total: options.max_total, state: request.countMessage(message) },
        reference: null,
      },
    ],
    notes,
  };
}

/** The first call is not a spike. Each later call is compared with the previous one, which caused the growth. */
function describeSpike(
  threshold: number,
  { lastInput, requests }: z.infer<typeof state>,
  input: number,
): string[] {
  const delta = lastInput === null ? 0 : input - lastInput;
  return delta > threshold
    ? [`A spike of ${delta} tokens, more than ${threshold}: request ${requests - 1} caused it.`]
    : [];
}

/** Everything except the newest exchange goes into the state; `null` if there is nothing before that exchange. */
function findRestart(history: History): number | null {
  const last = history.positions("assistant").at(-1);
  if (last === undefined || last <= 1) return null;
  const to = endOfPairs(history, last);
  return to >= history.length && history.at(last).toolCalls === undefined ? null : last;
}

function nextAction(history: History, to: number): string {
  const { text, toolCalls = [] } = history.at(to);
  const [call] = toolCalls;
  return (call === undefined ? text : `${call.name} ${JSON.stringify(call.args) ?? ""}`).slice(
    0,
    FINDING_CHARS,
  );
}

/**
 * What the harness knows without asking a model, under the field names of a checkpoint. Decisions and their reasons are
 * only in the model's words, so that list says that none are known.
 */
function makeStateMessage(history: History, to: number): Message {
  const messages = Array.from({ length: to }, (_, index) => ({ index, message: history.at(index) }));
  const users = messages.filter(({ message }) => message.role === "user");
  const calls = messages.flatMap(({ message }) => message.toolCalls ?? []);
  const content = {
    task: users[0]?.message.text ?? "",
    constraints: messages
      .filter(
        ({ index, message }) =>
          isConstraint(message) && message.role !== "system" && index !== users[0]?.index,
      )
      .map(({ message }) => message.text),
    said_since: users.slice(1).map(({ message }) => message.text),
    decisions: [],
    ruled_out: messages
      .filter(({ message }) => message.isError === true)
      .slice(-FINDINGS_MAX)
      .map(({ index, message }) => ({
        tool: history.toolNameOf(index) ?? "",
        failed: message.text.slice(0, FINDING_CHARS),
      })),
    plan: messages.findLast(({ message }) => message.source?.kind === "plan")?.message.text ?? "",
    done: calls
      .slice(-FINDINGS_MAX)
      .map(({ name, args }) => `${name} ${JSON.stringify(args) ?? ""}`.slice(0, FINDING_CHARS)),
    evidence: messages
      .filter(({ message }) => message.role === "tool" && message.isError !== true)
      .slice(-FINDINGS_MAX)
      .map(({ index, message }) => ({
        id: message.id,
        from: message.source?.origin ?? history.toolNameOf(index) ?? "",
        begins: message.text.slice(0, FINDING_CHARS),
      })),
    next_action: nextAction(history, to),
  };
  return {
    id: STATE_ID,
    role: "user",
    text: JSON.stringify(content),
    source: { kind: "state_summary", trust: "fact", origin: null },
  };
}
