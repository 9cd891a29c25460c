import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { fileFolder, stemOf } from "../../reading/importer";
import { idIn, nameIn } from "../../shared/bounds";
import { readOneWay } from "../../shared/cached-input";
import { entriesOf } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { documentOf, definedFields, idOf, recordOf, recordsOf } from "../../shared/values";
import type { Recognition, Sniff } from "../../reading/sniff";
import { signs } from "../../reading/sniff";
import { fromMessages } from "./messages-alone";
import { conversationsOf, endOf, writeConversation } from "./sample";
import { CHAT_MESSAGE } from "../../messages/message-keys";
import type { KnownKeys } from "../../shared/known-keys";
import { anyKeys, keysIn, within, leaving } from "../../shared/known-keys";

/**
 * A log of Inspect: one JSON document, or the files of an `.eval` archive, which are a header and one file
 * per sample. A sample is a session. Its model events have the whole list that was sent.
 */
export const inspect: Importer = {
  id: "inspect_eval",
  label: "Inspect log",
  recognise,
  groupKey: (file) => logOf(file.name) ?? file.name,
  companions: (files, siblings) => {
    const logs = new Set(files.flatMap(({ name }) => logOf(name) ?? []));
    return siblings.filter(({ name }) => {
      const log = /^(.*?)\/?(?:_journal\/.*|summaries\.json|reductions\.json)$/s.exec(name)?.[1];
      return log !== undefined && logs.has(log);
    });
  },
  convert,
};

const LOG_KEYS = leaving(keysIn("version status eval plan results error samples reductions tags metadata"), {
  "prices and sums": "stats",
  "what the program keeps for itself": "invalidated location etag log_updates",
});
const MODEL_EVENT: KnownKeys = {
  ...anyKeys({
    input: CHAT_MESSAGE,
    output: anyKeys({ choices: anyKeys({ message: CHAT_MESSAGE }) }),
  }),
  isOf: ({ event }) => event === "model",
};
const SAMPLE_WORDS = leaving(
  keysIn(
    "id epoch input choices target files messages output scores metadata store events uuid error limit",
    "attachments events_data message_pool summary",
  ),
  {
    "what the program keeps for itself": "sandbox setup",
    "what another key says": "timelines call_pool",
    "prices and sums": "model_usage role_usage",
    "ids, times and marks": "started_at completed_at total_time working_time",
  },
);
const SAMPLE_KEYS = within(SAMPLE_WORDS, {
  messages: CHAT_MESSAGE,
  events: MODEL_EVENT,
  message_pool: CHAT_MESSAGE,
  events_data: anyKeys({ messages: CHAT_MESSAGE }),
});

const SAMPLE_SIGNS = ["id", "epoch", "input", "target"];

function recognise(sniff: Sniff): Recognition {
  const log = signs(sniff, ["object"], ["eval", "eval.task", "eval.model", "status"]);
  const sample = signs(sniff, ["object"], SAMPLE_SIGNS);
  return log.share >= sample.share ? log : sample;
}

function logOf(name: string): string | null {
  return /^(.*?)\/?(?:samples\/[^/]+\.json|header\.json)$/.exec(name)?.[1] ?? null;
}

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  const isLog = ({ sniff }: ImportFile) => sniff.paths.has("eval.task");
  const logs = files.filter(isLog);
  let header: Loose = {};
  for (const file of logs) {
    const log = await documentOf(file, report, LOG_KEYS);
    if (log === null) continue;
    header = recordOf(log.eval);
    const samples = entriesOf(log.samples, report, {
      code: "broken_entry",
      what: "not a sample",
      keys: SAMPLE_KEYS,
    });
    for (const sample of samples) yield* sessionsOf(sample, header, file, report);
  }
  for (const file of files) {
    // The journal has lists of summaries of samples.
    if (
      isLog(file) ||
      file.sniff.shape !== "object" ||
      !SAMPLE_SIGNS.every((path) => file.sniff.paths.has(path))
    )
      continue;
    const sample = await documentOf(file, report, SAMPLE_KEYS);
    if (sample === null) continue;
    report.found(1);
    yield* sessionsOf(sample, header, file, report);
  }
}

function* sessionsOf(
  sample: Loose,
  header: Loose,
  file: ImportFile,
  report: ImportReport,
): Generator<TraceEvent> {
  const task = nameIn(header.task) ?? (stemOf(fileFolder(fileFolder(file.name))) || "sample");
  const place = `${idOf(sample.id) ?? "sample"}-${idOf(sample.epoch) ?? "1"}`;
  const run = idIn(header.eval_id) ?? idIn(header.run_id) ?? file.sniff.fingerprint;
  const id = idIn(sample.uuid) ?? idIn(`${run}-${place}`) ?? run;
  const conversations = conversationsOf(sample);
  if (conversations.length === 0 && recordsOf(sample.messages).length > 0) {
    const name = nameIn(`${task} ${place}`) ?? task;
    yield* fromMessages(sample, { id, name, file: file.name, model: nameIn(header.model) });
    return;
  }
  if (conversations.length === 0) {
    report.passOver("no_model_calls", "samples without model events and without messages are not read");
    return;
  }
  for (const [n, events] of conversations.entries()) {
    const writer = new SessionWriter(n === 0 ? id : `${id}:${n + 1}`);
    writer.write("session.started", {
      at: null,
      name: nameIn(n === 0 ? `${task} ${place}` : `${task} ${place}, conversation ${n + 1}`) ?? task,
      role: n === 0 ? "main" : "side",
      source: { format: "inspect_eval", file: file.name },
      ...definedFields({
        model: nameIn(events[0]?.model) ?? nameIn(header.model),
        parent: n === 0 ? undefined : { session: id },
      }),
    });
    writeConversation(writer, events);
    const end = n === 0 ? endOf(sample) : null;
    if (end !== null) writer.write("session.ended", end);
    yield* readOneWay(writer.take());
  }
}
