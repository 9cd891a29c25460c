import type { SeenItem } from "../../shared/request-tracker";
import type { ShellCommand } from "../../messages/commands";
import { CommandPairs } from "../../messages/commands";
import { readItemsOfMessage, readContentText } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import { readResponse } from "../../messages/openai-response";
import { readExitOutcome } from "../../shared/exit-status";
import { also, hashOpening, signs } from "../../reading/sniff";
import type { SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { keepReadableMessages } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { keepDefined, idOf, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";
import { OPENAI_MESSAGE } from "../../messages/openai-records";
import { joinKeys } from "../../shared/known-keys";
import { MINI_SWE_MESSAGE, MINI_SWE_RUN } from "./mini-records";

/**
 * A trajectory of mini-swe-agent: one message list to which the harness only appends, with the provider's raw
 * reply beside every answer. The command is the one bash block of a reply, and the next message is its
 * result. The last message is the submission, which no model has read.
 */
export const miniSweAgent = defineFormat({
  id: "mini_swe_agent",
  label: "mini-swe-agent trajectory",
  checked: { on: "2026-11-29", against: "mini-swe-agent d12a71af, swebench_results/20251118" },
  agent: "mini-swe-agent",
  keys: MINI_SWE_RUN,
  recognise: (sniff) =>
    also(
      signs(sniff, ["object"], sniff.paths.has("messages[].role") ? SEEN_RUN : HIDDEN_RUN),
      !sniff.paths.has("trajectory[].action"),
      "a list of messages instead of a trajectory",
    ),
  guessesSessions: true,
  async *sessions({ files, report, entries }) {
    for (const file of files)
      for await (const record of file.records()) {
        const run = MINI_SWE_RUN.of(record);
        const { exit_status: exit, model_stats: stats, config } = run.info;
        const instance = idOf(run.instance_id) ?? file.stem;
        const messages = keepReadableMessages(entries(run.messages, MESSAGE_KEYS, "not a message"), report);
        const answering = messages.map((message) => readResponse(responseOf(message)).fields.model);
        yield {
          id: `${instance}-${hashOpening(messages.slice(0, OPENING_MESSAGES))}`,
          name: instance,
          model: answering.find((model) => model !== undefined) ?? config.model.model_name,
          windows: "measured",
          reported: keepDefined({ calls: stats.api_calls || undefined, cost: stats.instance_cost }),
          notes: [
            "Calls and results have no ids in the file: they are paired by their order.",
            "Reasoning is recorded with its answer; the harness does not send it back.",
            "The exit status says how the run ended, not whether the task was solved.",
          ],
          steps: readSteps(messages),
          ended: readExitOutcome(exit) ?? undefined,
        };
      }
  },
});

const SEEN_RUN = ["info", "info.model_stats", "messages[].role", "messages[].content"];
/** A long submission keeps all but the outermost keys out of the beginning of the file. */
const HIDDEN_RUN = ["info", "messages", "trajectory_format"];

/** The system prompt and the task. */
const OPENING_MESSAGES = 2;
const MESSAGE_KEYS = joinKeys(OPENAI_MESSAGE, MINI_SWE_MESSAGE);

function responseOf(message: Loose): unknown {
  return MINI_SWE_MESSAGE.of(message).extra.response;
}

function* readSteps(messages: readonly Loose[]): Generator<SessionStep> {
  const commands = new CommandPairs();
  const asked = new ToolCalls();
  let turn = 0;
  for (const message of messages) {
    const { text } = readContentText(message.content);
    if (message.role === "assistant") {
      const { fields, message: raw } = readResponse(responseOf(message));
      const calls = recordsOf(message.tool_calls).length > 0 ? readItemsOfMessage(message, asked) : null;
      const answer = calls ?? commands.reply(text, findBashCommand(text), turn);
      turn++;
      const unsent = calls === null ? readReasoning(raw) : [];
      yield { answer, at: readTime(message), ...fields, unsent };
    } else if (message.role !== "exit") {
      const result = message.role === "user" ? commands.result(text) : null;
      yield { add: result ?? addSystemSlot(readItemsOfMessage(message, asked)) };
    }
  }
}

function readTime(message: Loose): number | null {
  return instantOf(recordOf(responseOf(message)).created) ?? MINI_SWE_MESSAGE.of(message).extra.timestamp;
}

function readReasoning(raw: Loose | null): SeenItem[] {
  const text = stringOf(raw?.reasoning) ?? stringOf(raw?.reasoning_content);
  return text === undefined ? [] : [{ kind: "thinking", content: text }];
}

function addSystemSlot(items: readonly SeenItem[]): SeenItem[] {
  return items.map((item) => (item.kind === "system_rules" ? { ...item, slot: "system" } : item));
}

/** The harness runs a reply with exactly one bash block, and answers any other with an error message. */
function findBashCommand(reply: string): ShellCommand | null {
  const [text, another] = listBashBlocks(reply);
  return text !== undefined && another === undefined ? { toolName: "bash", text } : null;
}

function listBashBlocks(reply: string): string[] {
  const blocks: string[] = [];
  let end = 0;
  for (const { 0: fence, index } of reply.matchAll(/```bash[^\S\n]*\n/g)) {
    if (index < end) continue;
    const start = index + fence.length;
    end = reply.indexOf("\n```", start);
    if (end < 0) break;
    blocks.push(reply.slice(start, end).replace(/^\s*\n/, ""));
  }
  return blocks;
}
