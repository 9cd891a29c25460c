import { ChatMessages } from "../messages/chat-message";
import type { Recognition, Sniff } from "../reading/sniff";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { listUnknownKeys } from "../shared/known-keys";
import type { SeenItem } from "../shared/request-tracker";
import { writeArguments } from "../messages/openai";
import { keepReadableMessages } from "../shared/records";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { CHAT_HEADER, CHAT_LINE, CHAT_LINE_KEYS } from "./chat-lines-records";

/**
 * One conversation, a message a line (or a list of messages): what gptme, Vibe and Kimi CLI keep of a session, and what many
 * programs write. Kimi CLI's `context.jsonl` has records of its own between them, whose roles begin with `_`:
 *
 *     {"role":"_system_prompt","content":"..."}     the instructions
 *     {"role":"_usage","token_count":13000}         before an answer: what its call read; behind it: that and what it wrote
 *     {"role":"_checkpoint","id":0}                 a place to go back to
 *
 * Grok Build says in a record's `type` who speaks, and keeps reasoning and what the provider ran itself before their answer:
 *
 *     {"type":"user","content":[...],"prompt_index":0}     a question; without an index, what the program wrote
 *     {"type":"reasoning","summary":[...]}                 of the answer that follows
 *     {"type":"backend_tool_call","kind":{...}}            of the answer that follows
 *     {"type":"tool_result","tool_call_id":"..."}
 *
 * nanobot's sessions begin with a record of the session:
 *
 *     {"_type":"metadata","key":"cli:direct","created_at":"...","last_consolidated":40}     the first 40 messages are sent no more
 */
export const chatLines = defineFormat({
  id: "chat_lines",
  label: "messages of a chat, one a line",
  checked: {
    on: "2026-11-30",
    against: "files of gptme, Vibe, Grok Build and nanobot: 46 calls, 21 tools",
  },
  keys: findKeys,
  recognise,
  guessesSessions: true,
  async *sessions({ files, report }) {
    for (const file of files) {
      const records: Loose[] = [];
      let header = CHAT_HEADER.of({});
      for await (const record of file.records())
        if (records.length === 0 && isHeader(record)) header = CHAT_HEADER.of(record);
        else records.push(record);
      const gone = header.last_consolidated ?? 0;
      const messages = records
        .map(toMessage)
        .filter(
          (record) =>
            isMark(record) || isOfNextAnswer(record) || keepReadableMessages([record], report).length > 0,
        );
      yield {
        id: `${file.stem}-${file.fingerprint}`,
        name: titleOf(findGoal(messages)) ?? header.key ?? file.stem,
        at: header.created_at ?? CHAT_LINE.of(messages[0]).timestamp,
        model: messages.map(findModel).find((model) => model !== undefined),
        windows: "inferred",
        notes: [
          "The file has one list of messages and does not say what was sent: every call is taken to have read all that came before it.",
          "There are no tool schemas. What an earlier compaction took out of the list is not in it.",
          ...(gone > 0
            ? [
                `When the file was written, its first ${gone} messages were sent no more. It does not say since when, so they are shown as if they were.`,
              ]
            : []),
        ],
        steps: readSteps(messages),
      };
    }
  },
});

/** Each record is a message. One with keys of its own is another program's, and taken only where no other reader takes it. */
function recognise({ records, ...sniff }: Sniff): Recognition {
  const found = signs(
    { ...sniff, records },
    ["lines", "array"],
    namesRoles(records) ? (sniff.shape === "array" ? ["[].role"] : ["role"]) : ["type"],
  );
  const messages = records.filter((record, place) => place > 0 || !isHeader(record));
  const isChat =
    messages.every(isRecordOfChat) && messages.some((record) => toMessage(record).role === "user");
  const own = records.flatMap((record) => [
    ...listUnknownKeys(record, { keys: findKeys(record).keys, inside: {} }),
  ])[0];
  if (found.missing === null && isChat && own !== undefined)
    return { share: 0.5, missing: `messages without ${own}`, isLastResort: true };
  return also(found, isChat, "messages alone, each with a role and its content");
}

function namesRoles(records: readonly Loose[]): boolean {
  return records.some(({ role }) => role !== undefined);
}

/** Who speaks in a record that says it in its type. */
const SPEAKERS: ReadonlyMap<unknown, string> = new Map([
  ["system", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool_result", "tool"],
]);

/** A record of Grok Build that is a piece of the answer after it. */
function isOfNextAnswer({ role, type }: Loose): boolean {
  return role === undefined && (type === "reasoning" || type === "backend_tool_call");
}

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

function findKeys(record: Loose): KnownKeys {
  return isHeader(record) ? CHAT_HEADER : CHAT_LINE_KEYS;
}

/** A record without a role before the first message is of the session. */
function isHeader(record: Loose): boolean {
  const { role, sessionId, uuid, message, content } = record;
  const isBare = [role, sessionId, uuid, message, content].every((value) => value === undefined);
  return isBare && !isOfNextAnswer(record);
}

function isRecordOfChat(record: Loose): boolean {
  const { content, tool_calls: calls, sessionId, uuid, message } = record;
  if (sessionId !== undefined || uuid !== undefined || message !== undefined) return false;
  if (isOfNextAnswer(record)) return true;
  const { role } = toMessage(record);
  if (typeof role === "string" && role.startsWith("_")) return true;
  return ROLES.has(role) && (content !== undefined || calls !== undefined);
}

/** Gives a record the role of who speaks, where its type says it. */
function toMessage(record: Loose): Loose {
  if (record.role === "_system_prompt") return { ...record, role: "system" };
  const speaker = record.role === undefined ? SPEAKERS.get(record.type) : undefined;
  return speaker === undefined ? record : { ...record, role: speaker };
}

function findGoal(messages: readonly Loose[]): string | undefined {
  const isInjected = makeInjectedTest(messages);
  const first = messages.find((message) => message.role === "user" && !isInjected(message));
  return new ChatMessages().message(first)[0]?.content;
}

function findModel(record: Loose): string | undefined {
  const { model, model_id: id, metadata } = CHAT_LINE.of(record);
  return nameIn(model) ?? nameIn(id) ?? nameIn(metadata.model);
}

function* readSteps(messages: readonly Loose[]): Generator<SessionStep> {
  const reader = new ChatMessages();
  const isInjected = makeInjectedTest(messages);
  let begun: SeenItem[] = [];
  for (const [i, message] of messages.entries()) {
    if (isMark(message)) continue;
    if (isOfNextAnswer(message)) {
      begun.push(...readBegun(message, reader));
      continue;
    }
    const items = reader.message(message);
    if (message.role !== "assistant")
      yield { add: isInjected(message) ? items.map((item) => markInjected(item, message)) : items };
    else {
      yield {
        answer: [...begun, ...items],
        endedAt: CHAT_LINE.of(message).timestamp,
        model: findModel(message),
        usage: sumUsageBetween(messages[i - 1], messages[i + 1]),
      };
      begun = [];
    }
  }
  if (begun.length > 0) yield { answer: begun, error: "the answer was broken off" };
}

function readBegun(record: Loose, reader: ChatMessages): SeenItem[] {
  if (record.type === "reasoning") return reader.message(record);
  const { kind } = CHAT_LINE.of(record);
  const toolName = kind.name ?? kind.tool_type ?? "tool";
  const toolCallId = kind.call_id ?? kind.id;
  const content = writeArguments(kind.action ?? kind.input);
  return [{ kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) }];
}

/** Where questions are numbered, what stands as the user's without a number was written by the program. */
function makeInjectedTest(messages: readonly Loose[]): (message: Loose) => boolean {
  const isNumbered = ({ prompt_index: index }: Loose) => index !== undefined;
  if (!messages.some(isNumbered)) return () => false;
  return (message) => message.role === "user" && !isNumbered(message);
}

function markInjected(item: SeenItem, message: Loose): SeenItem {
  return {
    ...item,
    kind: "other",
    label: CHAT_LINE.of(message).synthetic_reason ?? "written by the program",
  };
}

/** Whether a record is a mark between the messages, which counts or names a place. */
function isMark({ role }: Loose): boolean {
  return typeof role === "string" && role.startsWith("_");
}

/**
 * Reads an answer's usage from the counts before and behind it. Without a count before it, the one behind it says how much stands
 * then, not what was read.
 */
function sumUsageBetween(earlier?: Loose, later?: Loose): UsageOfCall {
  const [before, after] = [CHAT_LINE.of(earlier), CHAT_LINE.of(later)];
  const input = before.role === "_usage" ? before.token_count : undefined;
  const then = after.role === "_usage" ? after.token_count : undefined;
  if (!input) return undefined;
  return { input, ...(then !== undefined && then > input && { output: then - input }) };
}

type UsageOfCall = Extract<
  FoundSession["steps"] extends Iterable<infer Step> ? Step : never,
  { answer: unknown }
>["usage"];
