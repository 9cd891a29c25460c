import { SessionWriter } from "@/lib/core/trace/session-writer";
import { RequestTracker } from "@/lib/core/window/request-tracker";
import type { Importer, ImportFile, ImportReport } from "./importer";
import { stemOf } from "./importer";
import { jsonObjects } from "./json-stream";
import type { OpenAiMessage } from "./messages/openai";
import { itemsOfMessages, itemsOfTools } from "./messages/openai";
import { also, signs } from "./sniff";

/** One JSON line per request, each with the whole message list so far; no answers and no usage. */
export const openaiRequestLog: Importer = {
  id: "openai_request_log",
  label: "OpenAI request log",
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["model", "messages", "messages[].role", "metadata"]),
      sniff.records.every((record) => "messages" in record && !("response" in record)),
      "lines of requests without responses",
    ),
  convert,
};

interface Conversation {
  readonly writer: SessionWriter;
  readonly tracker: RequestTracker;
}

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const sessions = new Map<string, Conversation>();
    const broken = (excerpt: string) => report.warn("broken_line", `not a request: ${excerpt}`);
    for await (const record of jsonObjects(file.chunks(), broken)) {
      const metadata = (record.metadata ?? {}) as Record<string, unknown>;
      const id = String(
        metadata.session_id ?? metadata.instance_id ?? `${stemOf(file.name)}-${file.sniff.fingerprint}`,
      );
      const { writer, tracker } = conversation(sessions, id, file.name, record);
      const messages = Array.isArray(record.messages) ? (record.messages as OpenAiMessage[]) : [];
      const window = tracker.request([...itemsOfTools(record.tools), ...itemsOfMessages(messages)]);
      writer.writeTurn({
        at: null,
        window,
        ...(typeof record.model === "string" && { model: record.model }),
      });
      yield* writer.take();
    }
  }
}

function conversation(
  sessions: Map<string, Conversation>,
  id: string,
  file: string,
  record: Record<string, unknown>,
): Conversation {
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const made = { writer: new SessionWriter(id), tracker: new RequestTracker() };
  made.writer.write("session.started", {
    at: null,
    name: id,
    source: { format: "openai_request_log", file },
    ...(typeof record.model === "string" && { model: record.model }),
    notes: ["The log holds requests only: answers are seen in the request after, and there is no usage."],
  });
  sessions.set(id, made);
  return made;
}
