import type { TraceEvent } from "@/lib/core/trace/event";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { readResponse } from "../messages/openai-response";
import { Conversations, RequestSession } from "../sessions/request-session";
import { signs } from "../reading/sniff";
import { readOneWay } from "../shared/cached-input";
import { recordsIn } from "../shared/records";
import type { Loose } from "../shared/values";
import { definedFields, instantOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { OPENAI_MESSAGE, OPENAI_RESPONSE } from "../messages/message-keys";
import { costIn } from "../shared/billed";
import { anyKeys, keysIn, within } from "../shared/known-keys";

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

const KEYS = within(keysIn("type timestamp request_params response outputs cost"), {
  request_params: anyKeys({ messages: OPENAI_MESSAGE }),
  response: OPENAI_RESPONSE,
});

interface Pending {
  readonly session: RequestSession;
  readonly line: Loose;
  readonly window: BlockStatement[];
}

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const name = `${stemOf(file.name)}-${file.sniff.fingerprint}`;
    const conversations = new Conversations();
    const written: TraceEvent[] = [];
    const broken = { code: "broken_line", what: "neither request nor response", keys: KEYS };
    let pending: Pending | null = null;
    for await (const line of recordsIn(file, report, broken)) {
      if (line.type === "request") {
        if (pending !== null) written.push(...writeCall(pending, null));
        const session = conversations.of(messagesOf(line), (opening) =>
          begin(`${name}-${opening}`, file, line),
        );
        pending = { session, line, window: session.request(paramsOf(line).tools, messagesOf(line)) };
      } else if (line.type === "response" && pending !== null) {
        written.push(...writeCall(pending, line));
        pending = null;
      } else if (line.type === "response") {
        report.passOver("response_without_request", "a response follows no request");
      } else report.passOver("unknown_line", `a line is of no known type: ${String(line.type)}`);
    }
    if (pending !== null) written.push(...writeCall(pending, null));
    yield* readOneWay(written);
  }
}

function begin(id: string, file: ImportFile, line: Loose): RequestSession {
  const session = new RequestSession(id);
  session.writer.write("session.started", {
    at: instantOf(line.timestamp),
    name: stemOf(file.name),
    source: { format: "chat_completions_log", file: file.name },
    notes: [
      "Requests and responses are paired by their order in the log.",
      "The log does not say why messages are withdrawn: that they are gone is seen by comparing requests.",
      "Times without a zone are read as UTC.",
    ],
  });
  return session;
}

function paramsOf(line: Loose): Loose {
  return recordOf(line.request_params);
}

function messagesOf(line: Loose): Loose[] {
  return recordsOf(paramsOf(line).messages);
}

function writeCall({ session, line, window }: Pending, answered: Loose | null) {
  const { fields, message } = readResponse(answered?.response);
  const statedCost = fields.usage?.statedCost ?? costIn(answered?.cost);
  session.writer.writeTurn({
    at: instantOf(line.timestamp),
    window,
    ...definedFields({
      model: stringOf(paramsOf(line).model),
      endedAt: instantOf(answered?.timestamp),
      output: message === null ? null : session.answer(message),
    }),
    ...fields,
    ...(statedCost !== undefined && { usage: { ...fields.usage, statedCost } }),
  });
  return session.writer.take();
}
