import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Outcome } from "@/lib/core/vocabulary";
import { GoalMark } from "../shared/goal-mark";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { CommandPairs, fencedBlocks, lastFencedCommand } from "../messages/commands";
import { fencedCommand, isShellFence } from "../messages/text-calls/fenced-command";
import { itemsOfTools, itemsPerMessage, contentText } from "../messages/openai";
import type { Recognition, Sniff } from "../reading/sniff";
import { also, openingPrint, signs } from "../reading/sniff";
import type { ExtraFields } from "../shared/extra-fields";
import { extraFields } from "../shared/extra-fields";
import { Transcript } from "../sessions/transcript";
import { recordsIn } from "../shared/records";
import type { Loose } from "../shared/values";
import { definedFields, idOf, recordsOf, stringOf } from "../shared/values";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { keysIn, noteUnknownKeys, noteUnreadKey, leaving } from "../shared/known-keys";

/**
 * Runs as message lists, as data sets publish them: a list or lines of `{messages, tools?}`, where either may
 * be JSON text, or of `{trajectory: [{role, text}]}`.
 */
export const openaiMessages: Importer = {
  id: "openai_messages",
  label: "OpenAI message lists",
  recognise,
  guessesSessions: true,
  convert,
};

function recognise(sniff: Sniff): Recognition {
  if (sniff.paths.has("trajectory[].text")) {
    return signs(sniff, ["array", "lines", "object"], ["trajectory[].role", "trajectory[].text"]);
  }
  const found = signs(sniff, ["array", "lines", "object"], ["messages"]);
  const lists = sniff.paths.has("messages[].role") || /"messages"\s*:\s*"/.test(sniff.head);
  const isRequest = sniff.paths.has("model") && sniff.paths.has("metadata") && sniff.shape !== "array";
  const isForeign = FOREIGN_FIELDS.some((path) => sniff.paths.has(path));
  const isWhole = sniff.shape !== "object" || sniff.records.length > 0;
  // Signs of another format beside the messages, or behind a long list: then the file is of that format, if it takes it.
  if (found.missing === null && (isForeign || isRequest || !isWhole))
    return { share: 0.5, missing: "runs as message lists alone", isLastResort: lists };
  return also(found, lists, "list of messages");
}

const FOREIGN_FIELDS = [
  ...["latency_sec", "request_params", "response", "info.model_stats", "info.exit_status"],
  ...["in_context_message_indices", "agents", "eval", "simulations", "observations", "uuid", "sessionId"],
];

/** Other fields are kept as attributes where they are short, else reported as not read. */
const RUN_FIELDS: ReadonlySet<string> = new Set([
  ...["messages", "tools", "functions", "id", "name", "task", "source", "split", "metadata", "system_prompt"],
  ...["instance_id", "traj_id", "session_id", "conversation_id", "model", "model_name", "run_id"],
  ...["target", "resolved", "exit_status", "generated_patch", "patch", "eval_logs", "parallel_tool_calls"],
  "trajectory",
]);

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const names = new RunNames();
    for await (const run of recordsIn(file, report, {
      code: "broken_entry",
      what: "not a run",
      keys: null,
    })) {
      const messages = messagesOf(run);
      if (messages.length === 0) {
        report.passOver("no_messages", "an entry has no messages: expected a list of messages");
        continue;
      }
      const name = idOf(run.traj_id) ?? idOf(run.instance_id) ?? idOf(run.id) ?? stemOf(file.name);
      const writer = new SessionWriter(
        names.next(`${name}-${openingPrint(messages.slice(0, OPENING_MESSAGES))}`),
      );
      const extra = extraFields(run, RUN_FIELDS);
      for (const key of extra.passedOver) noteUnreadKey(key, report);
      for (const message of recordsOf(run.messages))
        noteUnknownKeys(message, OPENAI_MESSAGE, report, "messages.");
      for (const step of recordsOf(run.trajectory)) noteUnknownKeys(step, STEP_KEYS, report, "trajectory.");
      start(writer, run, name, file.name, extra.attributes);
      writeMessages(writer, run, messages);
      yield* writer.take();
    }
  }
}

const STEP_KEYS = leaving(keysIn("role text system_prompt mask"), {
  "what the program keeps for itself": "cutoff_date",
});

/** The system prompt and the task. */
const OPENING_MESSAGES = 2;

/** Several runs of the same task that begin alike are numbered. */
class RunNames {
  private readonly counts = new Map<string, number>();

  next(name: string): string {
    const count = this.counts.get(name) ?? 0;
    this.counts.set(name, count + 1);
    return `${name}-${count}`;
  }
}

function messagesOf(run: Loose): Loose[] {
  const messages = recordsOf(run.messages);
  if (messages.length > 0) return messages;
  return recordsOf(run.trajectory).map(({ role, text, system_prompt: system }) => ({
    role,
    content: text ?? system,
  }));
}

function start(writer: SessionWriter, run: Loose, name: string, file: string, attributes: ExtraFields): void {
  writer.write("session.started", {
    at: null,
    name,
    source: { format: "openai_messages", file },
    ...definedFields({ model: stringOf(run.model_name) ?? stringOf(run.model) }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    notes: [
      "The file has one message list per run and does not say what was sent: every call is taken to have read all that came before it.",
      "There are no times and no usage.",
    ],
  });
}

function writeMessages(writer: SessionWriter, run: Loose, messages: readonly Loose[]): void {
  const transcript = new Transcript(writer);
  const goal = new GoalMark();
  const items = itemsPerMessage(messages);
  const commands = givesCommandsInText(messages) ? new CommandPairs() : null;
  if (commands === null) transcript.survey(items.flat());
  transcript.add(itemsOfTools(typeof run.tools === "string" ? recordsOf(run.tools) : run.tools));
  messages.forEach((message, i) => {
    const { text } = contentText(message.content);
    const said = items[i] ?? [];
    if (isReply(message)) {
      const answer = commands?.reply(text, lastFencedCommand(text), writer.turn) ?? said;
      transcript.call(answer, { at: null, windowProvenance: "inferred" });
    } else transcript.add(commands?.result(text) ?? goal.mark(said));
  });
  transcript.end();
  const ended = outcomeOf(run);
  if (ended !== null) writer.write("session.ended", { at: null, ...ended });
}

function isReply({ role }: Loose): boolean {
  return role === "assistant" || role === "ai" || role === "model";
}

/**
 * Each reply ends with a fenced block, and the next message is its output. A chat that only shows code has
 * replies without one.
 */
function givesCommandsInText(messages: readonly Loose[]): boolean {
  const replies = messages.filter(isReply);
  if (messages.some(({ role, tool_calls: calls }) => role === "tool" || recordsOf(calls).length > 0))
    return false;
  if (replies.every(({ role }) => role === "ai")) return true;
  // The instructions are more exact than the replies: if they ask for one command, several blocks are no
  // command.
  if (fencedCommand.declared(instructionsOf(messages))) return false;
  const followed = replies.slice(0, -1).map(({ content }) => contentText(content).text.trimEnd());
  return followed.length > 1 && followed.every((text) => text.endsWith("```") && endsInCommand(text));
}

function instructionsOf(messages: readonly Loose[]): string {
  const first = messages.findIndex(isReply);
  return messages
    .slice(0, Math.max(0, first))
    .map(({ content }) => contentText(content).text)
    .join("\n\n");
}

function endsInCommand(reply: string): boolean {
  return isShellFence(fencedBlocks(reply).at(-1)?.language ?? "");
}

function outcomeOf(run: Loose): { outcome: Outcome; reason?: string } | null {
  const solved = run.target ?? run.resolved;
  const status = stringOf(run.exit_status);
  if (typeof solved !== "boolean" && status === undefined) return null;
  const outcome = typeof solved !== "boolean" ? "unknown" : solved ? "ok" : "wrong";
  return { outcome, ...definedFields({ reason: status }) };
}
