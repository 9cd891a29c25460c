import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { folderOf } from "../../reading/importer";
import { titleOf } from "../../shared/titles";
import { recordsIn } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { given, stringOf } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { condensationIn, requestsOf } from "./display";
import type { StoredMessage } from "./task";
import { Task } from "./task";

/**
 * A task folder of Roo Code: the history that is sent (`api_conversation_history.json`) and what is displayed
 * (`ui_messages.json`), joined by their times. A condensation takes messages out of the first; the second keeps them, and
 * the usage of each request. Either can be read alone.
 */
export const rooCode: Importer = {
  id: "roo_code",
  label: "Roo Code task",
  recognise: (sniff) => {
    const isDisplay = sniff.paths.has("say") || sniff.paths.has("ask");
    const found = signs(sniff, ["array"], isDisplay ? ["ts", "type"] : ["ts", "role", "content"]);
    return also(
      found,
      isDisplay ? everyRecord(sniff, "type") : everyRecord(sniff, "role"),
      "messages with a time",
    );
  },
  groupKey: (file) => folderOf(file.name),
  companions: (files, siblings) => {
    const folders = new Set(files.map(({ name }) => folderOf(name)));
    return siblings.filter(
      ({ name, sniff }) =>
        folders.has(folderOf(name)) &&
        (sniff.paths.has("files_in_context") || rooCode.recognise(sniff).missing === null),
    );
  },
  convert,
};

function everyRecord({ records }: Sniff, field: "type" | "role"): boolean {
  const words = field === "type" ? ["say", "ask"] : ["user", "assistant"];
  return records.every((record) => words.includes(String(record[field])) && typeof record.ts === "number");
}

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  const isDisplay = ({ sniff }: ImportFile) => sniff.paths.has("say") || sniff.paths.has("ask");
  const isHistory = ({ sniff }: ImportFile) => sniff.paths.has("role");
  const history = files.find((file) => !isDisplay(file) && isHistory(file));
  const display = files.find(isDisplay);
  const main = history ?? display;
  if (main === undefined) return;
  const stored = history === undefined ? [] : storedMessages(await all(history, report));
  const requests = display === undefined ? [] : requestsOf(await all(display, report));
  const writer = new SessionWriter(`roo-${main.sniff.fingerprint}`);
  start(writer, main, display !== undefined, firstWords(stored, requests[0]?.facts));
  const task = new Task(writer, stored);
  if (requests.length === 0) task.history();
  const last = requests.findLastIndex((request) => condensationIn(request) !== null);
  for (const [i, request] of requests.entries()) {
    task.request(request, requests[i + 1]?.at ?? Number.POSITIVE_INFINITY, i >= last);
    yield* writer.take();
  }
  task.end();
  yield* writer.take();
}

async function all(file: ImportFile, report: ImportReport): Promise<Loose[]> {
  const records: Loose[] = [];
  const broken = { code: "broken_entry", what: `${file.name}: not a message` };
  for await (const record of recordsIn(file, report, broken)) {
    if (record.role === undefined && record.ts === undefined)
      report.passOver("unknown_record", `${file.name}: a record has neither role nor ts: expected a message`);
    else records.push(record);
  }
  return records;
}

/** A summary is given the time of the message that it stands before. */
function storedMessages(records: readonly Loose[]): StoredMessage[] {
  return records.map((raw) => ({ at: typeof raw.ts === "number" ? raw.ts : 0, raw }));
}

function firstWords(stored: readonly StoredMessage[], facts: Loose | undefined): string | undefined {
  const text = JSON.stringify(stored[0]?.raw.content ?? "") + (stringOf(facts?.request) ?? "");
  return /<task>\s*(?:\\n)?([\s\S]{1,200})/.exec(text)?.[1]?.replace(/\\n[\s\S]*|<\/task>[\s\S]*/, "");
}

function start(writer: SessionWriter, file: ImportFile, hasDisplay: boolean, task: string | undefined): void {
  writer.write("session.started", {
    at: null,
    agent: "Roo Code",
    source: { format: "roo_code", file: file.name },
    ...given({ name: titleOf(task) ?? folderOf(file.name).split("/").at(-1) }),
    notes: [
      "The system prompt with the tools' descriptions was in every window and is in no file.",
      ...(hasDisplay
        ? ["Messages that a condensation removed are shown as they were displayed: they are inferred."]
        : ["Without ui_messages.json there is no usage, and what a condensation removed is not seen."]),
    ],
  });
}
