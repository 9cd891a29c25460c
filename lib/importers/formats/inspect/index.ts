import { ChatMessages } from "../../messages/chat-message";
import { findFileFolder, cutStem } from "../../reading/importer";
import type { Recognition, Sniff } from "../../reading/sniff";
import { signs } from "../../reading/sniff";
import type { FormatSource, FoundSession, SessionStep, SourceFile } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { findId, nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { idOf, recordsOf } from "../../shared/values";
import type { InspectHeader } from "./records";
import { INSPECT_LOG, INSPECT_SAMPLE } from "./records";
import type { StatedSum } from "../../shared/stated-sum";
import { readConversations, endOf, readStepsOfModelEvents, sumIn } from "./sample";

/**
 * A log of Inspect: one JSON document, or the files of an `.eval` archive, which are a header and one file
 * per sample. A sample is a session. Its model events have the whole list that was sent.
 */
export const inspect = defineFormat({
  id: "inspect_eval",
  label: "Inspect log",
  checked: { on: "2026-11-29", against: "inspect_ai 499e6152, analysis/test_logs" },
  keys: (record) => (record.eval === undefined ? INSPECT_SAMPLE : INSPECT_LOG),
  recognise,
  groupKey: (file) => logOf(file.name) ?? file.name,
  companions: (files, siblings) => {
    const logs = new Set(files.flatMap(({ name }) => logOf(name) ?? []));
    return siblings.filter(({ name }) => {
      const log = /^(.*?)\/?(?:_journal\/.*|summaries\.json|reductions\.json)$/s.exec(name)?.[1];
      return log !== undefined && logs.has(log);
    });
  },
  async *sessions(source) {
    const isLog = ({ sniff }: SourceFile) => sniff.paths.has("eval.task");
    let log: LogHeader = { header: INSPECT_LOG.of({}).eval, sums: [] };
    for (const file of source.files.filter(isLog))
      for await (const record of file.records()) {
        const { eval: header, stats, samples } = INSPECT_LOG.of(record);
        log = { header, sums: sumIn(file.name, stats.model_usage) };
        for (const sample of source.entries(samples, INSPECT_SAMPLE, "not a sample"))
          yield* readSessions(sample, log, file, source);
      }
    for (const file of source.files) {
      // The journal has lists of summaries of samples.
      if (
        isLog(file) ||
        file.sniff.shape !== "object" ||
        !SAMPLE_SIGNS.every((path) => file.sniff.paths.has(path))
      )
        continue;
      for await (const sample of file.records()) yield* readSessions(sample, log, file, source);
    }
  },
});

interface LogHeader {
  readonly header: InspectHeader;
  /** The totals that the log states of all its calls. */
  readonly sums: readonly StatedSum[];
}

const SAMPLE_SIGNS = ["id", "epoch", "input", "target"];

function recognise(sniff: Sniff): Recognition {
  const log = signs(sniff, ["object"], ["eval", "eval.task", "eval.model", "status"]);
  const sample = signs(sniff, ["object"], SAMPLE_SIGNS);
  return log.share >= sample.share ? log : sample;
}

function logOf(name: string): string | null {
  return /^(.*?)\/?(?:samples\/[^/]+\.json|header\.json)$/.exec(name)?.[1] ?? null;
}

function* readSessions(
  record: Loose,
  log: LogHeader,
  file: SourceFile,
  { report }: FormatSource,
): Generator<FoundSession> {
  const { header } = log;
  const sample = INSPECT_SAMPLE.of(record);
  const task = header.task ?? (cutStem(findFileFolder(findFileFolder(file.name))) || "sample");
  const place = `${idOf(sample.id) ?? "sample"}-${idOf(sample.epoch) ?? "1"}`;
  const run = header.eval_id ?? header.run_id ?? file.fingerprint;
  const id = sample.uuid ?? findId(`${run}-${place}`) ?? run;
  const name = nameIn(`${task} ${place}`) ?? task;
  const conversations = readConversations(sample);
  if (conversations.length === 0 && recordsOf(sample.messages).length > 0) {
    yield {
      id,
      file,
      name,
      model: header.model,
      windows: "inferred",
      notes: [
        "The log has the messages of the sample and none of its model calls: turns are inferred from the answers, and every call is taken to have read all that came before it.",
        "There are no times and no usage.",
      ],
      steps: readStepsOfMessages(recordsOf(sample.messages)),
      ended: endOf(sample),
    };
    return;
  }
  if (conversations.length === 0) {
    report.passOver("no_model_calls", "samples without model events and without messages are not read");
    return;
  }
  const own = sumIn(`the sample ${place} of ${file.name}`, sample.model_usage);
  for (const [n, events] of conversations.entries())
    yield {
      id: n === 0 ? id : `${id}:${n + 1}`,
      file,
      name: n === 0 ? name : (nameIn(`${task} ${place}, conversation ${n + 1}`) ?? task),
      role: n === 0 ? "main" : "side",
      model: nameIn(events[0]?.model) ?? header.model,
      parent: n === 0 ? undefined : { session: id },
      windows: "measured",
      sums: [...log.sums, ...own],
      steps: readStepsOfModelEvents(events),
      ended: n === 0 ? endOf(sample) : undefined,
    };
}

/** A sample whose log has messages but no events. Each answer is taken as a call that had read all before it. */
function* readStepsOfMessages(messages: readonly Loose[]): Generator<SessionStep> {
  const reader = new ChatMessages();
  for (const message of messages) {
    const items = reader.message(message);
    yield message.role === "assistant" ? { answer: items } : { add: items };
  }
}
