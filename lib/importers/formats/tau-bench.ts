import { findModel } from "@/lib/core/models/find-model";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { readItemsOfMessage, listItemsPerMessage } from "../messages/openai";
import { readOpenaiUsage } from "../messages/openai-response";
import { ToolCalls } from "../messages/tool-calls";
import { cutStem } from "../reading/importer";
import { signs } from "../reading/sniff";
import type { CallStep, FormatSource, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { findCost } from "../shared/billed";
import type { CalledTool } from "../shared/expected-actions";
import { ExpectedActions } from "../shared/expected-actions";
import { makeKnownKeys, leaving, nestKeys, addKnownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { readRewardOutcome } from "../shared/reward";
import type { Loose } from "../shared/values";
import { keepDefined, idOf, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";

const RUN_KEYS = nestKeys(makeKnownKeys("task_id reward info traj trial"), { traj: OPENAI_MESSAGE });

/** Results of tau-bench: a list of runs, each with the message list of an agent that talks with a simulated customer. */
export const tauBench = defineFormat({
  id: "tau_bench",
  label: "tau-bench results",
  checked: { on: "2026-11-29", against: "tau-bench 59a200c6, historical_trajectories" },
  agent: "tau-bench",
  keys: RUN_KEYS,
  recognise: (sniff) => signs(sniff, ["array"], ["task_id", "reward", "traj[].role"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      let count = 0;
      const model = findModelInName(file.name);
      for await (const run of file.records()) {
        if (!Array.isArray(run.traj)) {
          report.passOver("unknown_record", `record ${count + 1} has no traj: expected a list of messages`);
          continue;
        }
        yield {
          id: `${file.stem}-${file.fingerprint}-${count++}`,
          name: `task ${idOf(run.task_id) ?? "?"}, trial ${idOf(run.trial) ?? "0"}`,
          model,
          windows: "measured",
          notes: [
            model === undefined
              ? "The file names no model."
              : "The model is the one that the name of the file says: the file itself names none.",
            "The file has no tool schemas, no times and no usage.",
          ],
          steps: addExpected(
            recordOf(recordOf(run.info).task).actions,
            null,
            listRunSteps(recordsOf(run.traj)),
          ),
          ended: readRewardOutcome(run.reward),
        };
      }
    }
  },
});
const RESULT_KEYS = leaving(makeKnownKeys("info tasks simulations timestamp"), {
  "ids, times and marks": "simulation_index",
});
const MESSAGE_KEYS = leaving(
  addKnownKeys(OPENAI_MESSAGE, "timestamp cost usage raw_data error errors requestor source"),
  {
    "ids, times and marks":
      "turn_idx generation_time_seconds is_audio is_final_chunk chunk_id contains_speech utterance_ids",
    "what the program keeps for itself": "speech_effects channel_effects source_effects turn_taking_action",
  },
);
const SIMULATION_KEYS = leaving(
  makeKnownKeys(
    "id task_id trial mode start_time end_time duration termination_reason reward_info messages timestamp info",
    "policy states agent_cost",
  ),
  {
    "what the program keeps for itself": [
      "seed auth_classification effect_timeline hallucination_check hallucination_retries_used review",
      "speech_environment user_only_review",
    ],
    "prices and sums": "user_cost",
    "ids, times and marks": "provider_session_id",
  },
);
const SIMULATIONS_KEYS = nestKeys(SIMULATION_KEYS, { messages: MESSAGE_KEYS });

/**
 * Results of tau2-bench: simulations of an agent that talks with a simulated customer. The customer's tools
 * and usage are not part of the agent's windows.
 */
export const tau2Bench = defineFormat({
  id: "tau2_bench",
  label: "tau2-bench results",
  checked: { on: "2026-11-29", against: "tau2-bench 59d0fb96, model_training/results" },
  keys: RESULT_KEYS,
  recognise: (sniff) =>
    signs(sniff, ["object"], ["info.agent_info", "info.user_info", "info.environment_info", "tasks"]),
  async *sessions(source) {
    for (const file of source.files)
      for await (const doc of file.records())
        yield* readSimulatedRuns(doc, `${file.stem}-${file.fingerprint}`, source);
  },
});

/** A message: what it brings into the window, and the call that wrote it, or the call that it answers. */
interface RunStep {
  readonly items: readonly SeenItem[];
  readonly call?: Omit<CallStep, "answer"> & { readonly tools: readonly CalledTool[] };
  readonly answered?: { readonly id: unknown; readonly failed: boolean };
}

/** The steps of a run, with what the benchmark expects the agent to do. */
function* addExpected(
  actions: unknown,
  startedAt: number | null,
  steps: Iterable<RunStep>,
): Generator<SessionStep> {
  const expected = new ExpectedActions(recordsOf(actions));
  yield { write: (writer) => expected.declare(writer, startedAt) };
  for (const { items, call, answered } of steps) {
    if (call === undefined) yield { add: items };
    else {
      const { tools, ...fields } = call;
      yield { answer: items, ...fields };
      yield { write: (_writer, last) => tools.forEach((tool) => expected.called(last?.turn ?? 0, tool)) };
    }
    if (answered !== undefined)
      yield { write: (writer) => expected.answered(writer, answered.id, answered.failed) };
  }
}

function* listRunSteps(messages: readonly Loose[]): Generator<RunStep> {
  const all = listItemsPerMessage(messages);
  for (const [i, message] of messages.entries()) {
    const items = all[i] ?? [];
    const { role, tool_call_id: id } = message;
    if (role === "assistant") yield { items, call: { tools: recordsOf(message.tool_calls).map(readTool) } };
    else yield { items, ...(role === "tool" && { answered: { id, failed: isFailure(message) } }) };
  }
}

function readTool({ id, function: made }: Loose): CalledTool {
  const { name, arguments: args } = recordOf(made);
  return { id, name, args: typeof args === "string" ? recordsOf(`[${args}]`)[0] : args };
}

/** The longest known model name in the file's name. */
function findModelInName(file: string): string | undefined {
  const words = (cutStem(file).split("_")[0] ?? "").split("-");
  const names = words.flatMap((_, from) =>
    words.map((_, i) => words.slice(from, words.length - i).join("-")).filter((name) => name !== ""),
  );
  return names.find((name) => findModel(name) !== null);
}

/** tau-bench's tools report errors in their text. */
function isFailure({ content }: Loose): boolean {
  return typeof content === "string" && content.startsWith("Error");
}

function* readSimulatedRuns(doc: Loose, name: string, { entries }: FormatSource): Generator<FoundSession> {
  const tasks = new Map(recordsOf(doc.tasks).map((task) => [idOf(task.id), task]));
  const info = recordOf(doc.info);
  const agent = recordOf(info.agent_info);
  const model = stringOf(agent.llm);
  const domain = stringOf(recordOf(info.environment_info).domain_name);
  for (const [i, simulation] of entries(doc.simulations, SIMULATIONS_KEYS, "not a run").entries()) {
    const { outcome, reason } = readRewardOutcome(recordOf(simulation.reward_info).reward);
    const parts = [stringOf(simulation.termination_reason), reason].filter((part) => part !== undefined);
    const task = recordOf(tasks.get(idOf(simulation.task_id)));
    const messages = recordsOf(simulation.messages);
    const at = instantOf(simulation.start_time);
    const steps = [
      { items: readPolicyBlock(info, messages) },
      ...readSimulatedSteps(messages, simulation, model),
    ];
    yield {
      id: idOf(simulation.id) ?? `${name}-${i}`,
      at,
      name: `${domain === undefined ? "" : `${domain} `}task ${idOf(simulation.task_id) ?? "?"}, trial ${idOf(simulation.trial) ?? "0"}`,
      agent: `tau2-bench ${stringOf(agent.implementation) ?? "agent"}`,
      model,
      windows: "measured",
      reported: keepDefined({ cost: findCost(simulation.agent_cost) }),
      notes: [
        "The file has no tool schemas, and of the system prompt only the policy in it.",
        "The first message is a greeting that no model wrote.",
        "Tool calls and usage of the simulated user are left out: they are not the agent's.",
        "Reasoning is recorded with its answer; the file does not say in which windows it stood.",
        "Times without a zone are read as UTC.",
      ],
      steps: addExpected(recordOf(task.evaluation_criteria).actions, at, steps),
      ended: { at: instantOf(simulation.end_time), outcome, reason: parts.join(", ") },
    };
  }
}

function readPolicyBlock(info: Loose, messages: readonly Loose[]): SeenItem[] {
  const policy = stringOf(recordOf(info.environment_info).policy);
  const isSaid = policy === undefined || messages.some(({ role }) => role === "system");
  return isSaid ? [] : [{ kind: "system_rules", slot: "system", content: policy }];
}

function* readSimulatedSteps(
  messages: readonly Loose[],
  simulation: Loose,
  model: string | undefined,
): Generator<RunStep> {
  const asked = new ToolCalls();
  let readyAt = instantOf(simulation.start_time);
  let isFirst = true;
  for (const message of messages) {
    if (message.role === "assistant") {
      const fields =
        isFirst && message.usage == null ? { phase: "greeting" } : readCallFields(message, model);
      const tools = recordsOf(message.tool_calls).map(({ id, name, arguments: args }) => ({
        id,
        name,
        args,
      }));
      isFirst = false;
      yield {
        items: readItemsOfMessage(message, asked),
        call: { ...readTimes(message, readyAt), ...fields, unsent: readReasoning(message), tools },
      };
    } else if (message.requestor !== "user") {
      const answered = { id: message.id, failed: message.error === true };
      yield { items: readItemsOfInput(message, asked), ...(message.role === "tool" && { answered }) };
    }
    readyAt = instantOf(message.timestamp) ?? readyAt;
  }
}

function readItemsOfInput(message: Loose, asked: ToolCalls): SeenItem[] {
  if (message.role !== "tool") return readItemsOfMessage({ role: message.role, content: message.content });
  return readItemsOfMessage({ role: "tool", content: message.content, tool_call_id: message.id }, asked).map(
    (item) => ({ ...item, ...(message.error === true && { isError: true }) }),
  );
}

/** A message is stamped at its end. The call began with the end of the message before. */
function readTimes(message: Loose, readyAt: number | null) {
  const endedAt = instantOf(message.timestamp);
  return { at: readyAt ?? endedAt, ...keepDefined({ endedAt }) };
}

function readCallFields(message: Loose, model: string | undefined) {
  const raw = recordOf(message.raw_data);
  return keepDefined({
    model,
    stopReason: stringOf(raw.stop_reason) ?? stringOf(raw.finish_reason),
    usage: readOpenaiUsage({ cost: message.cost, ...recordOf(message.usage) }),
  });
}

function readReasoning(message: Loose): SeenItem[] {
  const blocks = recordsOf(recordOf(message.raw_data).thinking_blocks).map((block) =>
    stringOf(block.thinking),
  );
  const texts = [stringOf(message.reasoning), ...blocks].filter((text) => text !== undefined);
  return texts.map((content) => ({ kind: "thinking", content }));
}
