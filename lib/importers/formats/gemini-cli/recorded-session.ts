import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { GeminiContents } from "../../messages/gemini";
import { ToolCalls } from "../../messages/tool-calls";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import { also, signs } from "../../reading/sniff";
import { Transcript } from "../../sessions/transcript";
import { GoalMark } from "../../shared/goal-mark";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { keepDefined, recordOf, stringOf } from "../../shared/values";
import { GeminiPlans } from "./plans";
import type { RecordedPart } from "./recorded-file";
import { readRecorded } from "./recorded-file";
import type { GeminiMessage, GeminiSession, GeminiToolCall } from "./recorded-records";
import { isSnapshot } from "./snapshot";

/**
 * A session as Gemini CLI records it while it runs: one document that is rewritten with every message, or, in
 * later versions, lines. A later line with the same id replaces the earlier one.
 */
export const geminiCliSession: Importer = {
  id: "gemini_cli_session",
  label: "Gemini CLI recorded session",
  checked: null,
  recognise: (sniff) =>
    also(
      signs(sniff, ["object", "lines"], ["sessionId", "projectHash", "startTime", "lastUpdated"]),
      !sniff.paths.has("parentUuid"),
      "messages without parents",
    ),
  convert,
};

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const { header, parts } = await readRecorded(file, report);
    const writer = new SessionWriter(header.sessionId ?? `${cutStem(file.name)}-${file.sniff.fingerprint}`);
    const session = new RecordedSession(writer);
    start(writer, header, parts, file);
    for (const { history, messages } of parts) {
      if (history !== null) session.replace(history);
      for (const message of messages)
        if (!session.take(message))
          report.passOver(
            "unknown_record",
            `messages of type ${String(message.type).slice(0, 40)} are not read`,
          );
    }
    session.end();
    yield* writer.take();
  }
}

function start(
  writer: SessionWriter,
  header: GeminiSession,
  parts: readonly RecordedPart[],
  file: ImportFile,
): void {
  const messages = parts.flatMap((part) => part.messages);
  const asked = messages.find(({ type }) => type === "user");
  writer.write("session.started", {
    at: header.startTime,
    name: titleOf(header.summary ?? findText(asked?.content)) ?? cutStem(file.name),
    agent: "Gemini CLI",
    role: header.kind === "subagent" ? "subagent" : "main",
    source: { format: "gemini_cli_session", file: file.name },
    ...keepDefined({
      model: messages.map(({ model }) => model).find((model) => model !== undefined),
    }),
    notes: [
      "The system prompt, the session's context and the tools' declarations were in every window and are not in the file.",
      ...(parts.length > 1
        ? []
        : [
            "No compression of the context is recorded, and older versions record none: where a call read much less than the one before, its window held less than is shown.",
          ]),
    ],
  });
}

const FOR_THE_USER: ReadonlySet<unknown> = new Set(["info", "warning", "error"]);

class RecordedSession {
  private readonly contents = new GeminiContents(new ToolCalls());
  private readonly transcript: Transcript;
  private readonly plans: GeminiPlans;
  private readonly goal = new GoalMark();
  private readonly summaries = new Set<string>();

  constructor(private readonly writer: SessionWriter) {
    this.transcript = new Transcript(writer);
    this.plans = new GeminiPlans(writer);
  }

  take(message: GeminiMessage): boolean {
    if (message.type === "user") this.transcript.add(this.goal.mark(this.items("user", message.content)));
    else if (message.type === "gemini") this.call(message);
    else return FOR_THE_USER.has(message.type);
    return true;
  }

  replace(history: readonly GeminiMessage[]): void {
    const recorded = new Set(history.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)));
    const items = history.flatMap((message) => this.historyItems(message, recorded));
    const { left, blocks } = this.transcript.replace(this.goal.mark(items));
    const summary = blocks.findLast(({ kind }) => kind === "compaction_summary");
    if (summary === undefined || this.summaries.has(summary.id)) return;
    this.summaries.add(summary.id);
    const place = { at: null, turn: this.writer.turn };
    this.writer.write("context.edited", {
      ...place,
      how: "compacted",
      blocks: [...left],
      summaryBlock: summary.id,
    });
    this.plans.snapshot({ ...place, block: summary.id }, summary.content ?? "");
  }

  end(): void {
    this.transcript.end();
  }

  private historyItems(message: GeminiMessage, recorded: ReadonlySet<unknown>): SeenItem[] {
    const parts = readParts(message.content);
    if (message.type === "gemini") {
      const calls = message.toolCalls;
      const said = parts.filter(
        ({ functionCall, thought }) => thought !== true && (functionCall === undefined || calls.length === 0),
      );
      const items = this.contents.items({ role: "model", parts: [...said, ...calls.map(readCallPart)] });
      return [...items, ...calls.flatMap((call) => this.results(call))];
    }
    if (message.type !== "user") return [];
    const said = parts.filter(
      ({ functionResponse }) =>
        functionResponse === undefined || !recorded.has(recordOf(functionResponse).id),
    );
    return this.items("user", said).map((item) =>
      item.kind === "user_message" && isSnapshot(item.content)
        ? { ...item, kind: "compaction_summary" }
        : item,
    );
  }

  private call(message: GeminiMessage): void {
    const calls = message.toolCalls;
    const answer = this.contents.items({
      role: "model",
      parts: [...readParts(message.content), ...calls.map(readCallPart)],
    });
    const thoughts = message.thoughts.map(({ subject, description }): SeenItem => {
      const text = [subject, description].filter(Boolean).join("\n");
      return { kind: "thinking", content: text, completeness: "metadata_only" };
    });
    const fields = readFields(message);
    const { turn, output } = this.transcript.call(answer, fields, thoughts);
    this.plans.answer({ turn, at: fields.at }, output);
    this.transcript.add(calls.flatMap((call) => this.results(call)));
  }

  private results(call: GeminiToolCall): SeenItem[] {
    const failed = call.status === "error" || call.status === "cancelled";
    const own = readParts(call.result).filter(({ functionResponse }) => {
      const { id } = recordOf(functionResponse);
      return id === undefined || id === call.id;
    });
    return this.items("user", own).map((item) =>
      item.kind === "tool_result" && failed ? { ...item, isError: true } : item,
    );
  }

  private items(role: string, content: unknown): SeenItem[] {
    return this.contents.items({ role, parts: readParts(content) });
  }
}

function readCallPart({ id, name, args }: GeminiToolCall): Loose {
  return { functionCall: { id, name, args: args ?? {} } };
}

function readParts(content: unknown): Loose[] {
  if (Array.isArray(content)) return (content as unknown[]).flatMap(readParts);
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return content === null || content === undefined ? [] : [recordOf(content)];
}

function findText(content: unknown): string | undefined {
  return readParts(content)
    .map(({ text }) => stringOf(text))
    .find((text) => text !== undefined);
}

/** Input tokens include the cached part. Thinking is not part of the output. */
function readFields({ timestamp, model, tokens }: GeminiMessage) {
  const { cached, output, thoughts: reasoning } = tokens;
  const input = tokens.input || undefined;
  return {
    at: timestamp,
    windowProvenance: "inferred" as const,
    ...keepDefined({
      model,
      usage:
        input === undefined
          ? undefined
          : keepDefined({
              input,
              cacheRead: cached,
              output: output === undefined ? undefined : output + (reasoning ?? 0),
              reasoning,
            }),
    }),
  };
}
