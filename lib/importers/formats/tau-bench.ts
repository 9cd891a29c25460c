import { findModel } from "@/lib/core/models/find-model";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { itemsOfMessage, itemsPerMessage } from "../messages/openai";
import { openaiUsage } from "../messages/openai-response";
import { ToolCalls } from "../messages/tool-calls";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { signs } from "../reading/sniff";
import { Transcript } from "../sessions/transcript";
import { readOneWay } from "../shared/cached-input";
import { ExpectedActions } from "../shared/expected-actions";
import { GoalMark } from "../shared/goal-mark";
import { keysIn, leaving, within, withKeys } from "../shared/known-keys";
import { entriesOf, recordsIn } from "../shared/records";
import type { SeenItem } from "../shared/request-tracker";
import { outcomeOfReward } from "../shared/reward";
import type { Loose } from "../shared/values";
import { definedFields, documentOf, idOf, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";

/** Results of tau-bench: a list of runs, each with the message list of an agent that talks with a simulated customer. */
export const tauBench: Importer = {
  id: "tau_bench",
  label: "tau-bench results",
  recognise: (sniff) => signs(sniff, ["array"], ["task_id", "reward", "traj[].role"]),
  async *convert(files, report) {
    for (const file of files) for await (const run of listedRuns(file, report)) yield* eventsOf(run);
  },
};

/**
 * Results of tau2-bench: simulations of an agent that talks with a simulated customer. The customer's tools
 * and usage are not part of the agent's windows.
 */
export const tau2Bench: Importer = {
  id: "tau2_bench",
  label: "tau2-bench results",
  recognise: (sniff) =>
    signs(sniff, ["object"], ["info.agent_info", "info.user_info", "info.environment_info", "tasks"]),
  async *convert(files, report) {
    for (const file of files) for (const run of await simulatedRuns(file, report)) yield* eventsOf(run);
  },
};

/** A message: what it brings into the window, and the call that wrote it, or the call that it answers. */
interface RunStep {
  readonly items: readonly SeenItem[];
  readonly call?: {
    readonly fields: Parameters<Transcript["call"]>[1];
    readonly unsent?: readonly SeenItem[];
    readonly tools: readonly { readonly id: unknown; readonly name: unknown; readonly args: unknown }[];
  };
  readonly answered?: { readonly id: unknown; readonly failed: boolean };
}

interface BenchRun {
  readonly id: string;
  readonly started: Omit<TraceEventOf<"session.started">, "type" | "id" | "session">;
  /** What the benchmark expects the agent to do. */
  readonly actions: readonly Loose[];
  readonly opening: readonly SeenItem[];
  readonly steps: Iterable<RunStep>;
  readonly ended: Omit<TraceEventOf<"session.ended">, "type" | "id" | "session">;
}

function eventsOf({ id, started, actions, opening, steps, ended }: BenchRun): TraceEvent[] {
  const writer = new SessionWriter(id);
  writer.write("session.started", started);
  const expected = new ExpectedActions(actions, writer);
  expected.declare(started.at);
  const transcript = new Transcript(writer);
  const goal = new GoalMark();
  transcript.add(opening);
  for (const { items, call, answered } of steps)
    if (call === undefined) {
      transcript.add(goal.mark(items));
      if (answered !== undefined) expected.answered(answered.id, answered.failed);
    } else {
      const { turn } = transcript.call(items, call.fields, call.unsent);
      for (const { id: tool, name, args } of call.tools) expected.called(tool, turn, name, args);
    }
  transcript.end();
  writer.write("session.ended", ended);
  return readOneWay(writer.take());
}

const RUN_KEYS = within(keysIn("task_id reward info traj trial"), { traj: OPENAI_MESSAGE });

async function* listedRuns(file: ImportFile, report: ImportReport): AsyncGenerator<BenchRun> {
  let count = 0;
  for await (const run of recordsIn(file, report, {
    code: "broken_entry",
    what: "not a run",
    keys: RUN_KEYS,
  })) {
    if (!Array.isArray(run.traj)) {
      report.passOver("unknown_record", `record ${count + 1} has no traj: expected a list of messages`);
      continue;
    }
    const model = modelInName(file.name);
    yield {
      id: `${stemOf(file.name)}-${file.sniff.fingerprint}-${count++}`,
      started: {
        at: null,
        name: `task ${idOf(run.task_id) ?? "?"}, trial ${idOf(run.trial) ?? "0"}`,
        agent: "tau-bench",
        source: { format: "tau_bench", file: file.name },
        ...definedFields({ model }),
        notes: [
          model === undefined
            ? "The file names no model."
            : "The model is the one that the name of the file says: the file itself names none.",
          "The file has no tool schemas, no times and no usage.",
        ],
      },
      actions: recordsOf(recordOf(recordOf(run.info).task).actions),
      opening: [],
      steps: listedSteps(recordsOf(run.traj)),
      ended: { at: null, ...outcomeOfReward(run.reward) },
    };
  }
}

function* listedSteps(messages: readonly Loose[]): Generator<RunStep> {
  const all = itemsPerMessage(messages);
  for (const [i, message] of messages.entries()) {
    const items = all[i] ?? [];
    const { role, tool_call_id: id } = message;
    if (role === "assistant")
      yield { items, call: { fields: { at: null }, tools: recordsOf(message.tool_calls).map(toolOf) } };
    else yield { items, ...(role === "tool" && { answered: { id, failed: isFailure(message) } }) };
  }
}

function toolOf({ id, function: made }: Loose) {
  const { name, arguments: args } = recordOf(made);
  return { id, name, args: typeof args === "string" ? recordsOf(`[${args}]`)[0] : args };
}

/** The longest known model name in the file's name. */
function modelInName(file: string): string | undefined {
  const words = (stemOf(file).split("_")[0] ?? "").split("-");
  const names = words.flatMap((_, from) =>
    words.map((_, i) => words.slice(from, words.length - i).join("-")).filter((name) => name !== ""),
  );
  return names.find((name) => findModel(name) !== null);
}

/** tau-bench's tools report errors in their text. */
function isFailure({ content }: Loose): boolean {
  return typeof content === "string" && content.startsWith("Error");
}

const RESULT_KEYS = leaving(keysIn("info tasks simulations timestamp"), {
  "ids, times and marks": "simulation_index",
});
const MESSAGE_KEYS = leaving(
  withKeys(OPENAI_MESSAGE, "timestamp cost usage raw_data error errors requestor source"),
  {
    "ids, times and marks":
      "turn_idx generation_time_seconds is_audio is_final_chunk chunk_id contains_speech utterance_ids",
    "what the program keeps for itself": "speech_effects channel_effects source_effects turn_taking_action",
  },
);
const SIMULATION_KEYS = leaving(
  keysIn(
    "id task_id trial mode start_time end_time duration termination_reason reward_info messages timestamp info",
    "policy states",
  ),
  {
    "what the program keeps for itself": [
      "seed auth_classification effect_timeline hallucination_check hallucination_retries_used review",
      "speech_environment user_only_review",
    ],
    "prices and sums": "agent_cost user_cost",
    "ids, times and marks": "provider_session_id",
  },
);
const SIMULATIONS_KEYS = within(SIMULATION_KEYS, { messages: MESSAGE_KEYS });

async function simulatedRuns(file: ImportFile, report: ImportReport): Promise<BenchRun[]> {
  const doc = await documentOf(file, report, RESULT_KEYS);
  if (doc === null) return [];
  const tasks = new Map(recordsOf(doc.tasks).map((task) => [idOf(task.id), task]));
  const how = { code: "broken_entry", what: "not a run", keys: SIMULATIONS_KEYS } as const;
  return entriesOf(doc.simulations, report, how).map((simulation, i) => {
    const info = recordOf(doc.info);
    const { outcome, reason } = outcomeOfReward(recordOf(simulation.reward_info).reward);
    const parts = [stringOf(simulation.termination_reason), reason].filter((part) => part !== undefined);
    const task = recordOf(tasks.get(idOf(simulation.task_id)));
    const messages = recordsOf(simulation.messages);
    return {
      id: idOf(simulation.id) ?? `${stemOf(file.name)}-${file.sniff.fingerprint}-${i}`,
      started: simulationStart(file.name, info, simulation),
      actions: recordsOf(recordOf(task.evaluation_criteria).actions),
      opening: policyBlock(info, messages),
      steps: simulatedSteps(messages, simulation, stringOf(recordOf(info.agent_info).llm)),
      ended: { at: instantOf(simulation.end_time), outcome, reason: parts.join(", ") },
    };
  });
}

function simulationStart(file: string, info: Loose, simulation: Loose): BenchRun["started"] {
  const agent = recordOf(info.agent_info);
  const domain = stringOf(recordOf(info.environment_info).domain_name);
  const task = idOf(simulation.task_id) ?? "?";
  return {
    at: instantOf(simulation.start_time),
    name: `${domain === undefined ? "" : `${domain} `}task ${task}, trial ${idOf(simulation.trial) ?? "0"}`,
    agent: `tau2-bench ${stringOf(agent.implementation) ?? "agent"}`,
    source: { format: "tau2_bench", file },
    ...definedFields({ model: stringOf(agent.llm) }),
    notes: [
      "The file has no tool schemas, and of the system prompt only the policy in it.",
      "The first message is a greeting that no model wrote.",
      "Tool calls and usage of the simulated user are left out: they are not the agent's.",
      "Reasoning is recorded with its answer; the file does not say in which windows it stood.",
      "Times without a zone are read as UTC.",
    ],
  };
}

function policyBlock(info: Loose, messages: readonly Loose[]): SeenItem[] {
  const policy = stringOf(recordOf(info.environment_info).policy);
  const isSaid = policy === undefined || messages.some(({ role }) => role === "system");
  return isSaid ? [] : [{ kind: "system_rules", slot: "system", content: policy }];
}

function* simulatedSteps(
  messages: readonly Loose[],
  simulation: Loose,
  model: string | undefined,
): Generator<RunStep> {
  const asked = new ToolCalls();
  let readyAt = instantOf(simulation.start_time);
  let isFirst = true;
  for (const message of messages) {
    if (message.role === "assistant") {
      const fields = isFirst && message.usage == null ? { phase: "greeting" } : callFields(message, model);
      const tools = recordsOf(message.tool_calls).map(({ id, name, arguments: args }) => ({
        id,
        name,
        args,
      }));
      const call = {
        fields: { ...timesOf(message, readyAt), ...fields },
        unsent: reasoningOf(message),
        tools,
      };
      isFirst = false;
      yield { items: itemsOfMessage(message, asked), call };
    } else if (message.requestor !== "user") {
      const answered = { id: message.id, failed: message.error === true };
      yield { items: itemsOfInput(message, asked), ...(message.role === "tool" && { answered }) };
    }
    readyAt = instantOf(message.timestamp) ?? readyAt;
  }
}

function itemsOfInput(message: Loose, asked: ToolCalls): SeenItem[] {
  if (message.role !== "tool") return itemsOfMessage({ role: message.role, content: message.content });
  return itemsOfMessage({ role: "tool", content: message.content, tool_call_id: message.id }, asked).map(
    (item) => ({ ...item, ...(message.error === true && { isError: true }) }),
  );
}

/** A message is stamped at its end. The call began with the end of the message before. */
function timesOf(message: Loose, readyAt: number | null) {
  const endedAt = instantOf(message.timestamp);
  return { at: readyAt ?? endedAt, ...definedFields({ endedAt }) };
}

function callFields(message: Loose, model: string | undefined) {
  const raw = recordOf(message.raw_data);
  return definedFields({
    model,
    stopReason: stringOf(raw.stop_reason) ?? stringOf(raw.finish_reason),
    usage: openaiUsage(message.usage),
  });
}

function reasoningOf(message: Loose): SeenItem[] {
  const blocks = recordsOf(recordOf(message.raw_data).thinking_blocks).map((block) =>
    stringOf(block.thinking),
  );
  const texts = [stringOf(message.reasoning), ...blocks].filter((text) => text !== undefined);
  return texts.map((content) => ({ kind: "thinking", content }));
}
