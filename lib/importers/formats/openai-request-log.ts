import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { readResponse } from "../messages/openai-response";
import { RequestSession } from "../sessions/request-session";
import { also, signs } from "../reading/sniff";
import { readOneWay } from "../shared/cached-input";
import { recordsIn } from "../shared/records";
import { definedFields, idOf, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { OPENAI_MESSAGE, OPENAI_RESPONSE } from "../messages/message-keys";
import { keysIn, within } from "../shared/known-keys";

/**
 * One JSON line per request, with the whole message list so far. Some logs have the response beside it. Some
 * end every list with the answer, which was not part of that window. In others the answer first appears in
 * the next request.
 */
export const openaiRequestLog: Importer = {
  id: "openai_request_log",
  label: "OpenAI request log",
  checked: { on: "2026-11-29", against: "context-profiler 50c6fabd, examples/openhands/session.jsonl" },
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["model", "messages", "messages[].role", "metadata"]),
      !["latency_sec", "request_params", "info.model_stats"].some((path) => sniff.paths.has(path)),
      "lines of requests alone",
    ),
  convert,
};

const KEYS = within(keysIn("model messages metadata tools timestamp response"), {
  messages: OPENAI_MESSAGE,
  response: OPENAI_RESPONSE,
});

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const sessions = new Map<string, RequestSession>();
    const written: TraceEvent[] = [];
    let line = 0;
    for await (const record of recordsIn(file, report, {
      code: "broken_line",
      what: "not a request",
      keys: KEYS,
    })) {
      line++;
      if (!Array.isArray(record.messages)) {
        report.passOver("no_messages", `record ${line} has no messages: expected a list of messages`);
        continue;
      }
      const metadata = recordOf(record.metadata);
      const id =
        idOf(metadata.session_id) ??
        idOf(metadata.instance_id) ??
        `${stemOf(file.name)}-${file.sniff.fingerprint}`;
      const model = stringOf(record.model);
      const session = sessions.get(id) ?? begin(id, file.name, model);
      sessions.set(id, session);
      const messages = recordsOf(record.messages);
      const last = messages.at(-1);
      const { fields, message } = readResponse(record.response);
      const inList = message === null && last?.role === "assistant" ? last : undefined;
      const answer = message ?? inList;
      const window = session.request(record.tools, inList === undefined ? messages : messages.slice(0, -1));
      session.writer.writeTurn({
        at: instantOf(record.timestamp),
        window,
        ...definedFields({ model, output: answer && session.answer(answer) }),
        ...fields,
      });
      written.push(...session.writer.take());
    }
    yield* readOneWay(written);
  }
}

function begin(id: string, file: string, model: string | undefined): RequestSession {
  const session = new RequestSession(id);
  session.writer.write("session.started", {
    at: null,
    name: id,
    source: { format: "openai_request_log", file },
    ...definedFields({ model }),
    notes: ["The log holds message lists: where it gives no times and no usage, there are none."],
  });
  return session;
}
