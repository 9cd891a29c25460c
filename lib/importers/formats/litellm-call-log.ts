import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { findFileFolder, cutStem } from "../reading/importer";
import { readResponse } from "../messages/openai-response";
import { Conversations, RequestSession } from "../sessions/request-session";
import { signs } from "../reading/sniff";
import { makeUnheardReport } from "../reading/report";
import { readOneWay } from "../shared/cached-input";
import { readDocument, keepDefined, recordsOf } from "../shared/values";
import { openRequest, REQUEST_LOGS, writeLoggedCall } from "./request-logs";

/** One JSON file per model call, with request, response and cost. A folder contains conversations. */
export const litellmCallLog: Importer = {
  id: "litellm_call_log",
  label: "LiteLLM call log",
  checked: { on: "2026-11-29", against: "software-agent-sdk 611629e6, llm-logs" },
  recognise: (sniff) => signs(sniff, ["object"], ["messages[].role", "latency_sec", "timestamp", "response"]),
  guessesSessions: true,
  groupKey: (file) => findFileFolder(file.name),
  convert,
};

const LOG = REQUEST_LOGS.litellm_call_log;
type Call = ReturnType<typeof LOG.record.of>;

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  const timed: { file: ImportFile; at: number }[] = [];
  for (const file of files) timed.push({ file, at: await readTime(file) });
  timed.sort((a, b) => a.at - b.at || (a.file.name < b.file.name ? -1 : 1));
  const name = nameOf(timed.map(({ file }) => file));
  const conversations = new Conversations();
  const written: TraceEvent[] = [];
  for (const { file } of timed) {
    const document = await readDocument(file, report, LOG.record);
    if (document === null) continue;
    report.found(1);
    const call = LOG.record.of(document);
    const session = conversations.of(recordsOf(call.messages), (opening) =>
      begin(`${name}-${opening}`, name, file.name, call),
    );
    written.push(...writeLoggedCall(LOG, openRequest(LOG, call, session), call));
  }
  yield* readOneWay(written);
}

function nameOf(files: readonly ImportFile[]): string {
  const first = files[0]?.name ?? "";
  return findFileFolder(first).split("/").at(-1) || cutStem(first);
}

const TIME_IN_NAME = /(?<!\d)(\d{9,}(?:\.\d+)?)\.json$/;

/** Reads a call's time in seconds from the file's name, else from its content. */
async function readTime(file: ImportFile): Promise<number> {
  const named = TIME_IN_NAME.exec(file.name)?.[1];
  if (named !== undefined) return Number(named);
  const call = file.sniff.records[0] ?? (await readDocument(file, makeUnheardReport(), LOG.record)) ?? {};
  return typeof call.timestamp === "number" ? call.timestamp : 0;
}

function begin(id: string, name: string, file: string, call: Call): RequestSession {
  const session = new RequestSession(id);
  session.writer.write("session.started", {
    at: LOG.places.at(call),
    name,
    source: { format: "litellm_call_log", file },
    ...keepDefined({
      model: readResponse(call.response).fields.model,
      contextWindow: LOG.places.contextWindow?.(call),
    }),
    notes: ["Each call is a file of its own: calls whose file is missing are not seen."],
  });
  return session;
}
