import { findModel } from "@/lib/core/models/find-model";
import { readItemsOfMessage, listItemsPerMessage } from "../messages/openai";
import { readOpenaiUsage } from "../messages/openai-response";
import { ToolCalls } from "../messages/tool-calls";
import { cutStem } from "../reading/importer";
import { signs } from "../reading/sniff";
import type { CallStep, FormatSource, FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import type { CalledTool } from "../shared/expected-actions";
import { ExpectedActions } from "../shared/expected-actions";
import type { SeenItem } from "../shared/request-tracker";
import { readRewardOutcome } from "../shared/reward";
import type { Loose } from "../shared/values";
import { keepDefined, idOf, recordOf, recordsOf, stringOf } from "../shared/values";
import type { Tau2Message, Tau2Results, Tau2Simulation } from "./tau-bench-records";
import { TAU2_MESSAGE, TAU2_RESULTS, TAU2_SIMULATION, TAU_RUN } from "./tau-bench-records";

/** Results of tau-bench: a list of runs, each with the message list of an agent that talks with a simulated customer. */
export const tauBench = defineFormat({
  id: "tau_bench",
  label: "tau-bench results",
  checked: { on: "2026-11-29", against: "tau-bench 59a200c6, historical_trajectories" },
  agent: "tau-bench",
  keys: TAU_RUN,
  recognise: (sniff) => signs(sniff, ["array"], ["task_id", "reward", "traj[].role"]),
  async *sessions({ files, report }) {
    for (const file of files) {
      let count = 0;
      const model = findModelInName(file.name);
      for await (const record of file.records()) {
        const run = TAU_RUN.of(record);
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
          steps: addExpected(run.info.task.actions, null, listRunSteps(recordsOf(run.traj))),
          ended: readRewardOutcome(run.reward),
        };
      }
    }
  },
});
/**
 * Results of tau2-bench: simulations of an agent that talks with a simulated customer. The customer's tools
 * and usage are not part of the agent's windows.
 */
export const tau2Bench = defineFormat({
  id: "tau2_bench",
  label: "tau2-bench results",
  checked: { on: "2026-11-29", against: "tau2-bench 59d0fb96, model_training/results" },
  keys: TAU2_RESULTS,
  recognise: (sniff) =>
    signs(sniff, ["object"], ["info.agent_info", "info.user_info", "info.environment_info", "tasks"]),
  async *sessions(source) {
    for (const file of source.files)
      for await (const doc of file.records())
        yield* readSimulatedRuns(TAU2_RESULTS.of(doc), `${file.stem}-${file.fingerprint}`, source);
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

function* readSimulatedRuns(
  { tasks: listed, info, simulations }: Tau2Results,
  name: string,
  { entries }: FormatSource,
): Generator<FoundSession> {
  const tasks = new Map(listed.map((task) => [idOf(task.id), task]));
  const { llm: model, implementation = "agent" } = info.agent_info;
  const { domain_name: domain, policy } = info.environment_info;
  for (const [i, record] of entries(simulations, TAU2_SIMULATION, "not a run").entries()) {
    const simulation = TAU2_SIMULATION.of(record);
    const { outcome, reason } = readRewardOutcome(simulation.reward_info.reward);
    const parts = [simulation.termination_reason, reason].filter((part) => part !== undefined);
    const task = tasks.get(idOf(simulation.task_id));
    const messages = recordsOf(simulation.messages);
    const at = simulation.start_time;
    const steps = [
      { items: readPolicyBlock(policy, messages) },
      ...readSimulatedSteps(messages, simulation, model),
    ];
    yield {
      id: idOf(simulation.id) ?? `${name}-${i}`,
      at,
      name: `${domain === undefined ? "" : `${domain} `}task ${idOf(simulation.task_id) ?? "?"}, trial ${idOf(simulation.trial) ?? "0"}`,
      agent: `tau2-bench ${implementation}`,
      model,
      windows: "measured",
      reported: keepDefined({ cost: simulation.agent_cost }),
      notes: [
        "The file has no tool schemas, and of the system prompt only the policy in it.",
        "The first message is a greeting that no model wrote.",
        "Tool calls and usage of the simulated user are left out: they are not the agent's.",
        "Reasoning is recorded with its answer; the file does not say in which windows it stood.",
        "Times without a zone are read as UTC.",
      ],
      steps: addExpected(task?.evaluation_criteria.actions, at, steps),
      ended: { at: simulation.end_time, outcome, reason: parts.join(", ") },
    };
  }
}

function readPolicyBlock(policy: string | undefined, messages: readonly Loose[]): SeenItem[] {
  const isSaid = policy === undefined || messages.some(({ role }) => role === "system");
  return isSaid ? [] : [{ kind: "system_rules", slot: "system", content: policy }];
}

function* readSimulatedSteps(
  messages: readonly Loose[],
  simulation: Tau2Simulation,
  model: string | undefined,
): Generator<RunStep> {
  const asked = new ToolCalls();
  let readyAt = simulation.start_time;
  let isFirst = true;
  for (const message of messages) {
    const own = TAU2_MESSAGE.of(message);
    if (message.role === "assistant") {
      const fields = isFirst && own.usage == null ? { phase: "greeting" } : readCallFields(own, model);
      const tools = recordsOf(message.tool_calls).map(({ id, name, arguments: args }) => ({
        id,
        name,
        args,
      }));
      isFirst = false;
      const unsent = readReasoning(stringOf(message.reasoning), own);
      yield {
        items: readItemsOfMessage(message, asked),
        call: { ...readTimes(own, readyAt), ...fields, unsent, tools },
      };
    } else if (own.requestor !== "user") {
      const answered = { id: message.id, failed: own.error };
      const items = readItemsOfInput(message, own.error, asked);
      yield { items, ...(message.role === "tool" && { answered }) };
    }
    readyAt = own.timestamp ?? readyAt;
  }
}

function readItemsOfInput({ role, content, id }: Loose, hasFailed: boolean, asked: ToolCalls): SeenItem[] {
  if (role !== "tool") return readItemsOfMessage({ role, content });
  return readItemsOfMessage({ role, content, tool_call_id: id }, asked).map((item) => ({
    ...item,
    ...(hasFailed && { isError: true }),
  }));
}

/** A message is stamped at its end. The call began with the end of the message before. */
function readTimes({ timestamp: endedAt }: Tau2Message, readyAt: number | null) {
  return { at: readyAt ?? endedAt, ...keepDefined({ endedAt }) };
}

function readCallFields({ raw_data: raw, cost, usage }: Tau2Message, model: string | undefined) {
  return keepDefined({
    model,
    stopReason: raw.stop_reason ?? raw.finish_reason,
    usage: readOpenaiUsage({ cost, ...recordOf(usage) }),
  });
}

function readReasoning(stated: string | undefined, { raw_data: raw }: Tau2Message): SeenItem[] {
  const blocks = recordsOf(raw.thinking_blocks).map((block) => stringOf(block.thinking));
  const texts = [stated, ...blocks].filter((text) => text !== undefined);
  return texts.map((content) => ({ kind: "thinking", content }));
}
