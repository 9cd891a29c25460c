import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { GeminiContents } from "../../messages/gemini";
import { ToolCalls } from "../../messages/tool-calls";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { also, signs } from "../../reading/sniff";
import { Transcript } from "../../sessions/transcript";
import { idIn, nameIn, tokensIn } from "../../shared/bounds";
import { GoalMark } from "../../shared/goal-mark";
import { entriesOf, recordsIn } from "../../shared/records";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { documentOf, given, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";
import { keysIn } from "../../shared/known-keys";

/**
 * A session as Gemini CLI records it while it runs: one document that is written anew with every message, or, in later
 * versions, lines of which a later one with the same id takes the place of the earlier.
 */
export const geminiCliSession: Importer = {
  id: "gemini_cli_session",
  label: "Gemini CLI recorded session",
  recognise: (sniff) =>
    also(
      signs(sniff, ["object", "lines"], ["sessionId", "projectHash", "startTime", "lastUpdated"]),
      !sniff.paths.has("parentUuid"),
      "messages without parents",
    ),
  convert,
};

const SESSION_WORDS =
  "sessionId projectHash startTime lastUpdated messages summary kind directories memoryScratchpad contextId isSubagent";
const SESSION_KEYS = keysIn(SESSION_WORDS);
const MESSAGE_WORDS =
  "id timestamp type content displayContent tokens thoughts toolCalls model display projectId version cwd";
const MESSAGES = { code: "broken_entry", what: "not a message", keys: keysIn(MESSAGE_WORDS) };
/** Lines are messages, the header, or changes to either. */
const LINES = { ...MESSAGES, keys: keysIn(MESSAGE_WORDS, SESSION_WORDS, "$set $rewindTo") };

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const { header, messages } = await read(file, report);
    const writer = new SessionWriter(
      idIn(header.sessionId) ?? `${stemOf(file.name)}-${file.sniff.fingerprint}`,
    );
    const session = new RecordedSession(writer);
    start(writer, header, messages, file);
    for (const message of messages)
      if (!session.take(message))
        report.passOver(
          "unknown_record",
          `messages of type ${String(message.type).slice(0, 40)} are not read`,
        );
    session.end();
    yield* writer.take();
  }
}

/** What a file says of its session, and its messages in order. Lines tell of changes: the latest of an id counts. */
async function read(file: ImportFile, report: ImportReport): Promise<{ header: Loose; messages: Loose[] }> {
  let header: Loose = {};
  const messages = new Map<string, Loose>();
  let unnamed = 0;
  const put = (message: Loose) => {
    const id = idIn(message.id) ?? `message-${unnamed++}`;
    if (messages.has(id)) report.passOver("message_rewritten", "messages that a later one replaces");
    messages.set(id, message);
  };
  if (file.sniff.shape === "object") {
    const { messages: list, ...own } = (await documentOf(file, report, SESSION_KEYS)) ?? {};
    for (const message of entriesOf(list, report, MESSAGES)) put(message);
    return { header: own, messages: [...messages.values()] };
  }
  for await (const record of recordsIn(file, report, LINES)) {
    const { $set: changed, $rewindTo: rewound, ...own } = record;
    if (changed !== undefined) header = { ...header, ...recordOf(changed) };
    else if (rewound !== undefined)
      report.passOver("taken_back", "messages that the user took back", rewind(messages, String(rewound)));
    else if (record.type === undefined && record.sessionId !== undefined) header = { ...header, ...own };
    else put(record);
  }
  return { header, messages: [...messages.values()] };
}

/** Takes back a message and all behind it: the user went back to before it. @returns how many that are */
function rewind(messages: Map<string, Loose>, to: string): number {
  const ids = [...messages.keys()];
  const from = ids.indexOf(to);
  const gone = from < 0 ? [] : ids.slice(from);
  for (const id of gone) messages.delete(id);
  return gone.length;
}

function start(writer: SessionWriter, header: Loose, messages: readonly Loose[], file: ImportFile): void {
  const asked = messages.find(({ type }) => type === "user");
  writer.write("session.started", {
    at: instantOf(header.startTime),
    name: titleOf(stringOf(header.summary) ?? textIn(asked?.content)) ?? stemOf(file.name),
    agent: "Gemini CLI",
    role: header.kind === "subagent" ? "subagent" : "main",
    source: { format: "gemini_cli_session", file: file.name },
    ...given({ model: messages.map(({ model }) => nameIn(model)).find((model) => model !== undefined) }),
    notes: [
      "The system prompt, the session's context and the tools' declarations were in every window and are not in the file.",
      "A compression of the context is not recorded: where a call read much less than the one before, its window held less than is shown.",
    ],
  });
}

/** Messages of the harness to its user, which no model was given. */
const FOR_THE_USER: ReadonlySet<unknown> = new Set(["info", "warning", "error"]);

/** Writes the calls of a recorded session: a message of the model is one, and the results of its tools follow it. */
class RecordedSession {
  private readonly contents = new GeminiContents(new ToolCalls());
  private readonly transcript: Transcript;
  private readonly goal = new GoalMark();

  constructor(writer: SessionWriter) {
    this.transcript = new Transcript(writer);
  }

  /** Takes the next message. @returns false for one of an unknown type */
  take(message: Loose): boolean {
    if (message.type === "user") this.transcript.add(this.goal.mark(this.items("user", message.content)));
    else if (message.type === "gemini") this.call(message);
    else return FOR_THE_USER.has(message.type);
    return true;
  }

  end(): void {
    this.transcript.end();
  }

  private call(message: Loose): void {
    const calls = recordsOf(message.toolCalls);
    const made = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args: args ?? {} } }));
    const answer = this.contents.items({
      role: "model",
      parts: [...partsOf(message.content), ...made],
    });
    const thoughts = recordsOf(message.thoughts).map(({ subject, description }): SeenItem => {
      const text = [stringOf(subject), stringOf(description)].filter(Boolean).join("\n");
      return { kind: "thinking", content: text, completeness: "metadata_only" };
    });
    this.transcript.call(answer, fieldsOf(message), thoughts);
    this.transcript.add(calls.flatMap((call) => this.results(call)));
  }

  private results(call: Loose): SeenItem[] {
    const failed = call.status === "error" || call.status === "cancelled";
    return this.items("user", call.result).map((item) =>
      item.kind === "tool_result" && failed ? { ...item, isError: true } : item,
    );
  }

  private items(role: string, content: unknown): SeenItem[] {
    return this.contents.items({ role, parts: partsOf(content) });
  }
}

/** Contents are a text, a part, or a list of both. */
function partsOf(content: unknown): Loose[] {
  if (Array.isArray(content)) return (content as unknown[]).flatMap(partsOf);
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return content === null || content === undefined ? [] : [recordOf(content)];
}

function textIn(content: unknown): string | undefined {
  return partsOf(content)
    .map(({ text }) => stringOf(text))
    .find((text) => text !== undefined);
}

/** Input tokens include what came from a cache; thinking is apart from the output. */
function fieldsOf(message: Loose) {
  const tokens = recordOf(message.tokens);
  const input = tokensIn(tokens.input) || undefined;
  const [output, reasoning] = [tokensIn(tokens.output), tokensIn(tokens.thoughts)];
  return {
    at: instantOf(message.timestamp),
    windowProvenance: "inferred" as const,
    ...given({
      model: nameIn(message.model),
      usage:
        input === undefined
          ? undefined
          : given({
              input,
              cacheRead: tokensIn(tokens.cached),
              output: output === undefined ? undefined : output + (reasoning ?? 0),
              reasoning,
            }),
    }),
  };
}
