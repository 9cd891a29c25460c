import { ChatMessages } from "../messages/chat-message";
import type { Recognition, Sniff } from "../reading/sniff";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { nameIn } from "../shared/bounds";
import type { KnownKeys } from "../shared/known-keys";
import { listUnknownKeys } from "../shared/known-keys";
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
 * nanobot's sessions begin with a record of the session:
 *
 *     {"_type":"metadata","key":"cli:direct","created_at":"...","last_consolidated":40}     the first 40 messages are sent no more
 */
export const chatLines = defineFormat({
  id: "chat_lines",
  label: "messages of a chat, one a line",
  checked: {
    on: "2026-11-30",
    against: "files of gptme, Vibe, an old Grok Build and nanobot: 46 calls, 21 tools",
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
        .filter((record) => isMark(record) || keepReadableMessages([record], report).length > 0);
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
    sniff.shape === "array" ? ["[].role"] : ["role"],
  );
  const messages = records.filter((record, place) => place > 0 || !isHeader(record));
  const isChat = messages.every(isRecordOfChat) && messages.some(({ role }) => role === "user");
  const own = records.flatMap((record) => [
    ...listUnknownKeys(record, { keys: findKeys(record).keys, inside: {} }),
  ])[0];
  if (found.missing === null && isChat && own !== undefined)
    return { share: 0.5, missing: `messages without ${own}`, isLastResort: true };
  return also(found, isChat, "messages alone, each with a role and its content");
}

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

function findKeys(record: Loose): KnownKeys {
  return isHeader(record) ? CHAT_HEADER : CHAT_LINE_KEYS;
}

/** A record without a role before the first message is of the session. */
function isHeader({ role, sessionId, uuid, message, content }: Loose): boolean {
  return [role, sessionId, uuid, message, content].every((value) => value === undefined);
}

function isRecordOfChat({ role, content, tool_calls: calls, sessionId, uuid, message }: Loose): boolean {
  if (sessionId !== undefined || uuid !== undefined || message !== undefined) return false;
  if (typeof role === "string" && role.startsWith("_")) return true;
  return ROLES.has(role) && (content !== undefined || calls !== undefined);
}

/** Marks between the messages are none: they count, or name a place. */
function toMessage(record: Loose): Loose {
  return record.role === "_system_prompt" ? { ...record, role: "system" } : record;
}

function findGoal(messages: readonly Loose[]): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  return new ChatMessages().message(first)[0]?.content;
}

function findModel(record: Loose): string | undefined {
  const { model, model_id: id, metadata } = CHAT_LINE.of(record);
  return nameIn(model) ?? nameIn(id) ?? nameIn(metadata.model);
}

function* readSteps(messages: readonly Loose[]): Generator<SessionStep> {
  const reader = new ChatMessages();
  for (const [i, message] of messages.entries()) {
    if (isMark(message)) continue;
    const items = reader.message(message);
    if (message.role !== "assistant") yield { add: items };
    else
      yield {
        answer: items,
        endedAt: CHAT_LINE.of(message).timestamp,
        model: findModel(message),
        usage: sumUsageBetween(messages[i - 1], messages[i + 1]),
      };
  }
}

function isMark({ role }: Loose): boolean {
  return typeof role === "string" && role.startsWith("_");
}

/** A count behind an answer without one before it says how much stands then, not what was read. */
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
