import type { TraceEvent } from "@/lib/core/trace/event";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { fileFolder, stemOf } from "../reading/importer";
import { readResponse } from "../messages/openai-response";
import { Conversations, RequestSession } from "../sessions/request-session";
import { signs } from "../reading/sniff";
import { unheard } from "../reading/report";
import { readOneWay } from "../shared/cached-input";
import type { Loose } from "../shared/values";
import { countOf, documentOf, definedFields, instantOf, recordOf, recordsOf } from "../shared/values";
import { OPENAI_MESSAGE, OPENAI_RESPONSE } from "../messages/message-keys";
import { keysIn, within, leaving } from "../shared/known-keys";
import { costIn } from "../shared/billed";

/** One JSON file per model call, with request, response and cost. A folder contains conversations. */
export const litellmCallLog: Importer = {
  id: "litellm_call_log",
  label: "LiteLLM call log",
  checked: { on: "2026-11-29", against: "software-agent-sdk 611629e6, llm-logs" },
  recognise: (sniff) => signs(sniff, ["object"], ["messages[].role", "latency_sec", "timestamp", "response"]),
  guessesSessions: true,
  groupKey: (file) => fileFolder(file.name),
  convert,
};

const CALL_KEYS = within(
  leaving(keysIn("messages tools kwargs context_window response cost timestamp latency_sec error"), {
    "what another key says": "raw_response",
    "prices and sums": "usage_summary",
  }),
  { messages: OPENAI_MESSAGE, response: OPENAI_RESPONSE },
);

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  const timed: { file: ImportFile; at: number }[] = [];
  for (const file of files) timed.push({ file, at: await timeOf(file) });
  timed.sort((a, b) => a.at - b.at || (a.file.name < b.file.name ? -1 : 1));
  const name = nameOf(timed.map(({ file }) => file));
  const conversations = new Conversations();
  const written: TraceEvent[] = [];
  for (const { file } of timed) {
    const call = await documentOf(file, report, CALL_KEYS);
    if (call === null) continue;
    report.found(1);
    const session = conversations.of(recordsOf(call.messages), (opening) =>
      begin(`${name}-${opening}`, name, file.name, call),
    );
    writeCall(call, session);
    written.push(...session.writer.take());
  }
  yield* readOneWay(written);
}

function nameOf(files: readonly ImportFile[]): string {
  const first = files[0]?.name ?? "";
  return fileFolder(first).split("/").at(-1) || stemOf(first);
}

const TIME_IN_NAME = /(?<!\d)(\d{9,}(?:\.\d+)?)\.json$/;

/** In seconds: from the file's name, else from its content. */
async function timeOf(file: ImportFile): Promise<number> {
  const named = TIME_IN_NAME.exec(file.name)?.[1];
  if (named !== undefined) return Number(named);
  const call = file.sniff.records[0] ?? (await documentOf(file, unheard(), CALL_KEYS)) ?? {};
  return typeof call.timestamp === "number" ? call.timestamp : 0;
}

function begin(id: string, name: string, file: string, call: Loose): RequestSession {
  const session = new RequestSession(id);
  session.writer.write("session.started", {
    at: timesOf(call).at,
    name,
    source: { format: "litellm_call_log", file },
    ...definedFields({
      model: readResponse(call.response).fields.model,
      contextWindow: contextWindowOf(call),
    }),
    notes: ["Each call is a file of its own: calls whose file is missing are not seen."],
  });
  return session;
}

function writeCall(call: Loose, session: RequestSession): void {
  const window = session.request(call.tools ?? recordOf(call.kwargs).tools, recordsOf(call.messages));
  const { fields, message } = readResponse(call.response);
  session.writer.writeTurn({
    ...timesOf(call),
    window,
    ...definedFields({
      contextWindow: contextWindowOf(call),
      output: message === null ? null : session.answer(message),
    }),
    ...fields,
    ...(fields.usage !== undefined && {
      usage: {
        ...fields.usage,
        ...definedFields({ statedCost: costIn(call.cost) ?? fields.usage.statedCost }),
      },
    }),
  });
}

function contextWindowOf(call: Loose): number | undefined {
  return countOf(call.context_window) || undefined;
}

/** A call is logged at its end. Its latency gives its start. */
function timesOf(call: Loose): { at: number | null; endedAt?: number } {
  const endedAt = instantOf(call.timestamp);
  if (endedAt === null) return { at: null };
  const latency = typeof call.latency_sec === "number" ? call.latency_sec : 0;
  return { at: endedAt - Math.round(latency * 1_000), endedAt };
}
