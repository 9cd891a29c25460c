import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { cutStem } from "../reading/importer";
import { readResponse } from "../messages/openai-response";
import { RequestSession } from "../sessions/request-session";
import { also, signs } from "../reading/sniff";
import { readOneWay } from "../shared/cached-input";
import { streamRecords } from "../shared/records";
import { keepDefined, recordsOf } from "../shared/values";
import { openRequest, REQUEST_LOGS, writeLoggedCall } from "./request-logs";

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

const LOG = REQUEST_LOGS.openai_request_log;

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const sessions = new Map<string, RequestSession>();
    const written: TraceEvent[] = [];
    let line = 0;
    for await (const record of streamRecords(file, report, {
      code: "broken_line",
      what: "not a request",
      keys: LOG.record,
    })) {
      line++;
      const request = LOG.record.of(record);
      if (!Array.isArray(request.messages)) {
        report.passOver("no_messages", `record ${line} has no messages: expected a list of messages`);
        continue;
      }
      const { model } = request;
      const id = LOG.places.session?.(request) ?? `${cutStem(file.name)}-${file.sniff.fingerprint}`;
      const session = sessions.get(id) ?? begin(id, file.name, model);
      sessions.set(id, session);
      const answer =
        readResponse(request.response).message === null ? recordsOf(request.messages).at(-1) : undefined;
      const inList = answer?.role === "assistant" ? answer : null;
      written.push(
        ...writeLoggedCall(LOG, openRequest(LOG, request, session, inList === null ? 0 : 1), request, inList),
      );
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
    ...keepDefined({ model }),
    notes: ["The log holds message lists: where it gives no times and no usage, there are none."],
  });
  return session;
}
