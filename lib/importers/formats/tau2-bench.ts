import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { ExpectedActions } from "../shared/expected-actions";
import { GoalMark } from "../shared/goal-mark";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { itemsOfMessage } from "../messages/openai";
import { ToolCalls } from "../messages/tool-calls";
import { openaiUsage } from "../messages/openai-response";
import { signs } from "../reading/sniff";
import { outcomeOfReward } from "../shared/reward";
import { Transcript } from "../sessions/transcript";
import { readOneWay } from "../shared/cached-input";
import { entriesOf } from "../shared/records";
import type { Loose } from "../shared/values";
import { documentOf, definedFields, idOf, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { keysIn, within, withKeys, leaving } from "../shared/known-keys";

/**
 * Results of tau2-bench: simulations of an agent that talks with a simulated customer. The customer's tools
 * and usage are not part of the agent's windows.
 */
export const tau2Bench: Importer = {
  id: "tau2_bench",
  label: "tau2-bench results",
  recognise: (sniff) =>
    signs(sniff, ["object"], ["info.agent_info", "info.user_info", "info.environment_info", "tasks"]),
  convert,
};

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
const RUN_KEYS = leaving(
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
const SIMULATION_KEYS = within(RUN_KEYS, { messages: MESSAGE_KEYS });

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const doc = await documentOf(file, report, RESULT_KEYS);
    if (doc === null) continue;
    const tasks = new Map(recordsOf(doc.tasks).map((task) => [idOf(task.id), task]));
    const simulations = entriesOf(doc.simulations, report, {
      code: "broken_entry",
      what: "not a run",
      keys: SIMULATION_KEYS,
    });
    for (const [i, simulation] of simulations.entries()) {
      const id = idOf(simulation.id) ?? `${stemOf(file.name)}-${file.sniff.fingerprint}-${i}`;
      const writer = new SessionWriter(id);
      const task = recordOf(tasks.get(idOf(simulation.task_id)));
      writeSimulation(writer, { file: file.name, info: recordOf(doc.info), task, simulation });
      yield* readOneWay(writer.take());
    }
  }
}

interface Run {
  readonly file: string;
  readonly info: Loose;
  readonly task: Loose;
  readonly simulation: Loose;
}

function writeSimulation(writer: SessionWriter, run: Run): void {
  const { simulation, task, info } = run;
  const startedAt = instantOf(simulation.start_time);
  start(writer, run);
  const expected = new ExpectedActions(recordsOf(recordOf(task.evaluation_criteria).actions), writer);
  expected.declare(startedAt);
  writeMessages(writer, expected, run, stringOf(recordOf(info.agent_info).llm));
  const { outcome, reason } = outcomeOfReward(recordOf(simulation.reward_info).reward);
  const ending = stringOf(simulation.termination_reason);
  writer.write("session.ended", {
    at: instantOf(simulation.end_time),
    outcome,
    reason: [ending, reason].filter((part) => part !== undefined).join(", "),
  });
}

function start(writer: SessionWriter, { file, info, simulation }: Run): void {
  const agent = recordOf(info.agent_info);
  const domain = stringOf(recordOf(info.environment_info).domain_name);
  const task = idOf(simulation.task_id) ?? "?";
  writer.write("session.started", {
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
  });
}

function writeMessages(
  writer: SessionWriter,
  expected: ExpectedActions,
  run: Run,
  model: string | undefined,
): void {
  const messages = recordsOf(run.simulation.messages);
  const transcript = new Transcript(writer);
  const goal = new GoalMark();
  const asked = new ToolCalls();
  const policy = stringOf(recordOf(run.info.environment_info).policy);
  if (policy !== undefined && !messages.some(({ role }) => role === "system")) {
    transcript.add([{ kind: "system_rules", slot: "system", content: policy }]);
  }
  let readyAt = instantOf(run.simulation.start_time);
  for (const message of messages) {
    if (message.role === "assistant") {
      const isCanned = writer.turn === 0 && message.usage == null;
      const fields = isCanned ? { phase: "greeting" } : callFields(message, model);
      const { turn } = transcript.call(
        itemsOfMessage(message, asked),
        { ...timesOf(message, readyAt), ...fields },
        reasoningOf(message),
      );
      for (const call of recordsOf(message.tool_calls)) {
        expected.called(call.id, turn, call.name, call.arguments);
      }
    } else if (message.requestor !== "user") {
      transcript.add(goal.mark(itemsOfInput(message, asked)));
      if (message.role === "tool") expected.answered(message.id, message.error === true);
    }
    readyAt = instantOf(message.timestamp) ?? readyAt;
  }
  transcript.end();
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
