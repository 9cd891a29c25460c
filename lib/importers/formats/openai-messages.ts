import { CommandPairs, listFencedBlocks, findLastFencedCommand } from "../messages/commands";
import { fencedCommand, isShellFence } from "../messages/text-calls/fenced-command";
import { readItemsOfTools, listItemsPerMessage, readContentText } from "../messages/openai";
import type { Recognition, Sniff } from "../reading/sniff";
import { also, hashOpening, signs } from "../reading/sniff";
import { readExtraFields } from "../shared/extra-fields";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { idOf, recordsOf } from "../shared/values";
import { OPENAI_MESSAGE } from "../messages/openai-records";
import { noteUnknownKeys, noteUnreadKey } from "../shared/known-keys";
import type { OpenaiRun } from "./openai-messages-records";
import { OPENAI_RUN, TRAJECTORY_STEP } from "./openai-messages-records";

/**
 * Runs as message lists, as data sets publish them: a list or lines of `{messages, tools?}`, where either may
 * be JSON text, or of `{trajectory: [{role, text}]}`.
 */
export const openaiMessages = defineFormat({
  id: "openai_messages",
  label: "OpenAI message lists",
  checked: { on: "2026-11-29", against: "agent-data-protocol df5b5adc, nebius_SWE-agent-trajectories" },
  keys: OPENAI_RUN,
  recognise,
  guessesSessions: true,
  async *sessions({ files, report }) {
    for (const file of files) {
      const counts = new Map<string, number>();
      for await (const record of file.records()) {
        const run = OPENAI_RUN.of(record);
        const messages = readMessages(run);
        if (messages.length === 0) {
          report.passOver("no_messages", "an entry has no messages: expected a list of messages");
          continue;
        }
        const name = idOf(run.traj_id) ?? idOf(run.instance_id) ?? idOf(run.id) ?? file.stem;
        const opening = `${name}-${hashOpening(messages.slice(0, OPENING_MESSAGES))}`;
        // Several runs of the same task that begin alike are numbered.
        const count = counts.get(opening) ?? 0;
        counts.set(opening, count + 1);
        const extra = readExtraFields(record, RUN_FIELDS);
        for (const key of extra.passedOver) noteUnreadKey(key, report);
        for (const message of recordsOf(run.messages))
          noteUnknownKeys(message, OPENAI_MESSAGE, report, "messages.");
        for (const step of recordsOf(run.trajectory))
          noteUnknownKeys(step, TRAJECTORY_STEP, report, "trajectory.");
        const items = listItemsPerMessage(messages);
        const commands = hasCommandsInText(messages) ? new CommandPairs() : null;
        yield {
          id: `${opening}-${count}`,
          name,
          model: run.model_name ?? run.model,
          attributes: Object.keys(extra.attributes).length > 0 ? extra.attributes : undefined,
          windows: "inferred",
          notes: [
            "The file has one message list per run and does not say what was sent: every call is taken to have read all that came before it.",
            "There are no times and no usage.",
          ],
          ...(commands === null && { survey: items.flat() }),
          steps: readSteps(run, messages, items, commands),
          ended: readOutcome(run),
        };
      }
    }
  },
});

function recognise(sniff: Sniff): Recognition {
  if (sniff.paths.has("trajectory[].text")) {
    return signs(sniff, ["array", "lines", "object"], ["trajectory[].role", "trajectory[].text"]);
  }
  const found = signs(sniff, ["array", "lines", "object"], ["messages"]);
  const lists = sniff.paths.has("messages[].role") || /"messages"\s*:\s*"/.test(sniff.head);
  const isRequest = sniff.paths.has("model") && sniff.paths.has("metadata") && sniff.shape !== "array";
  const isForeign = FOREIGN_FIELDS.some((path) => sniff.paths.has(path));
  const isSeen = sniff.shape !== "object" || sniff.records.length > 0;
  // Of what stands behind a long list, only the outermost keys are known.
  const mayBeForeign =
    !isSeen && FOREIGN_FIELDS.some((path) => sniff.paths.has(/^(\w+)\./.exec(path)?.[1] ?? ""));
  // Signs of another format beside the messages: then the file is of that format, if it takes it.
  if (found.missing === null && (isForeign || isRequest || mayBeForeign))
    return { share: 0.5, missing: "runs as message lists alone", isLastResort: lists };
  return also(found, lists, "list of messages");
}

const FOREIGN_FIELDS = [
  ...["latency_sec", "request_params", "response", "info.model_stats", "info.exit_status"],
  ...["in_context_message_indices", "agents", "eval", "simulations", "observations", "uuid", "sessionId"],
  ...["env.initial", "messages[].messageId"],
];

/** Other fields are kept as attributes where they are short, else reported as not read. */
const RUN_FIELDS: ReadonlySet<string> = new Set(Object.keys(OPENAI_RUN.fields));

/** How many messages stand before the first answer: the system prompt and the task. */
const OPENING_MESSAGES = 2;

function readMessages(run: OpenaiRun): Loose[] {
  const messages = recordsOf(run.messages);
  if (messages.length > 0) return messages;
  return recordsOf(run.trajectory).map((step) => {
    const { role, text, system_prompt: system } = TRAJECTORY_STEP.of(step);
    return { role, content: text ?? system };
  });
}

function* readSteps(
  run: OpenaiRun,
  messages: readonly Loose[],
  items: readonly (readonly SeenItem[])[],
  commands: CommandPairs | null,
): Generator<SessionStep> {
  yield { add: readItemsOfTools(typeof run.tools === "string" ? recordsOf(run.tools) : run.tools) };
  let turn = 0;
  for (const [i, message] of messages.entries()) {
    const { text } = readContentText(message.content);
    const said = items[i] ?? [];
    if (isReply(message))
      yield { answer: commands?.reply(text, findLastFencedCommand(text), turn++) ?? said };
    else yield { add: commands?.result(text) ?? said };
  }
}

function isReply({ role }: Loose): boolean {
  return role === "assistant" || role === "ai" || role === "model";
}

/**
 * Each reply ends with a fenced block, and the next message is its output. A chat that only shows code has
 * replies without one.
 */
function hasCommandsInText(messages: readonly Loose[]): boolean {
  const replies = messages.filter(isReply);
  if (messages.some(({ role, tool_calls: calls }) => role === "tool" || recordsOf(calls).length > 0))
    return false;
  if (replies.every(({ role }) => role === "ai")) return true;
  // The instructions are more exact than the replies: if they ask for one command, several blocks are no
  // command.
  if (fencedCommand.declared(readInstructions(messages))) return false;
  const followed = replies.slice(0, -1).map(({ content }) => readContentText(content).text.trimEnd());
  return followed.length > 1 && followed.every((text) => text.endsWith("```") && isCommandLast(text));
}

function readInstructions(messages: readonly Loose[]): string {
  const first = messages.findIndex(isReply);
  return messages
    .slice(0, Math.max(0, first))
    .map(({ content }) => readContentText(content).text)
    .join("\n\n");
}

function isCommandLast(reply: string): boolean {
  return isShellFence(listFencedBlocks(reply).at(-1)?.language ?? "");
}

function readOutcome(run: OpenaiRun): FoundSession["ended"] {
  const solved = run.target ?? run.resolved;
  const { exit_status: reason } = run;
  if (typeof solved !== "boolean") return reason === undefined ? undefined : { outcome: "unknown", reason };
  return { outcome: solved ? "ok" : "wrong", reason };
}
