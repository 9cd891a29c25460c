import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { cutStem } from "../reading/importer";
import { Conversations, RequestSession } from "../sessions/request-session";
import { signs } from "../reading/sniff";
import { readOneWay } from "../shared/cached-input";
import { streamRecords } from "../shared/records";
import { recordsOf } from "../shared/values";
import type { OpenRequest } from "./request-logs";
import { openRequest, REQUEST_LOGS, writeLoggedCall } from "./request-logs";

/**
 * Lines of requests and responses in turn. A response answers the request before it; a request can have none.
 * What the harness withdrew between two requests (an unusable reply and the message that says so) is missing
 * in the second.
 */
export const chatCompletionsLog: Importer = {
  id: "chat_completions_log",
  label: "Chat completions log",
  checked: { on: "2026-11-29", against: "SWE-agent 544729e7, llm_interactions" },
  recognise: (sniff) => signs(sniff, ["lines", "object"], ["type", "request_params.messages[].role"]),
  convert,
};

const LOG = REQUEST_LOGS.chat_completions_log;
type Line = ReturnType<typeof LOG.record.of>;

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const name = `${cutStem(file.name)}-${file.sniff.fingerprint}`;
    const conversations = new Conversations();
    const written: TraceEvent[] = [];
    const broken = { code: "broken_line", what: "neither request nor response", keys: LOG.record };
    let pending: OpenRequest<Line> | null = null;
    for await (const record of streamRecords(file, report, broken)) {
      const line = LOG.record.of(record);
      if (line.type === "request") {
        if (pending !== null) written.push(...writeLoggedCall(LOG, pending, null));
        const session = conversations.of(recordsOf(line.request_params.messages), (opening) =>
          begin(`${name}-${opening}`, file, line),
        );
        pending = openRequest(LOG, line, session);
      } else if (line.type === "response" && pending !== null) {
        written.push(...writeLoggedCall(LOG, pending, line));
        pending = null;
      } else if (line.type === "response") {
        report.passOver("response_without_request", "a response follows no request");
      } else report.passOver("unknown_line", `a line is of no known type: ${String(line.type)}`);
    }
    if (pending !== null) written.push(...writeLoggedCall(LOG, pending, null));
    yield* readOneWay(written);
  }
}

function begin(id: string, file: ImportFile, line: Line): RequestSession {
  const session = new RequestSession(id);
  session.writer.write("session.started", {
    at: line.timestamp,
    name: cutStem(file.name),
    source: { format: "chat_completions_log", file: file.name },
    notes: [
      "Requests and responses are paired by their order in the log.",
      "The log does not say why messages are withdrawn: that they are gone is seen by comparing requests.",
      "Times without a zone are read as UTC.",
    ],
  });
  return session;
}
