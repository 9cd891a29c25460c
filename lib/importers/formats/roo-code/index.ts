import { canonicalJson, contentHash } from "@/lib/core/hash";
import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { fileFolder } from "../../reading/importer";
import { titleOf } from "../../shared/titles";
import { readOneWay } from "../../shared/cached-input";
import { recordsIn } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { definedFields, stringOf } from "../../shared/values";
import type { Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import type { ShownRequest } from "./display";
import { condensationsIn, requestsOf, timesOf, truncationsIn } from "./display";
import type { StoredMessage } from "./task";
import { Task } from "./task";
import { ANTHROPIC_CONTENT } from "../../messages/message-keys";
import { keysIn, within, leaving } from "../../shared/known-keys";

/**
 * A task folder of Roo Code: the history that is sent (`api_conversation_history.json`) and the display
 * (`ui_messages.json`), joined by their times. A condensation removes messages from the history. The display
 * keeps them, and the usage of each request. Either can be read alone.
 */
export const rooCode: Importer = {
  id: "roo_code",
  label: "Roo Code task",
  recognise: (sniff) => {
    const isDisplay = sniff.paths.has("say") || sniff.paths.has("ask");
    if (isUntimedHistory(sniff)) return { share: 1, missing: null };
    const found = signs(sniff, ["array"], isDisplay ? ["ts", "type"] : ["ts", "role", "content"]);
    return also(
      found,
      isDisplay ? everyRecord(sniff, "type") : everyRecord(sniff, "role"),
      "messages with a time",
    );
  },
  groupKey: (file) => fileFolder(file.name),
  companions: (files, siblings) => {
    const folders = new Set(files.map(({ name }) => fileFolder(name)));
    return siblings.filter(
      ({ name, sniff }) =>
        folders.has(fileFolder(name)) &&
        (sniff.paths.has("files_in_context") || rooCode.recognise(sniff).missing === null),
    );
  },
  convert,
};

const TASK_MARK = /<task>|<environment_details>/;

/** Cline's history has no times. */
function isUntimedHistory({ shape, paths, records, head }: Sniff): boolean {
  if (shape !== "array" || paths.has("ts") || !paths.has("content") || records.length === 0) return false;
  const isMessage = ({ role, content }: Loose) =>
    (role === "user" || role === "assistant") && content !== undefined;
  return records.every(isMessage) && TASK_MARK.test(head);
}

function everyRecord({ records }: Sniff, field: "type" | "role"): boolean {
  const words = field === "type" ? ["say", "ask"] : ["user", "assistant"];
  return records.every((record) => words.includes(String(record[field])) && typeof record.ts === "number");
}

const KEYS = leaving(
  keysIn(
    "role content ts id isSummary condenseId condenseParent truncationId truncationParent isTruncationMarker",
    "modelInfo metrics reasoning_content encrypted_content summary type ask say text images",
    "files reasoning partial contextCondense contextTruncation checkpoint apiProtocol isAnswered",
  ),
  {
    "what the program keeps for itself":
      "isProtected progressStatus isUpdated isCheckpointCheckedOut isOperationOutsideWorkspace commandCompleted",
    "ids, times and marks": "lastCheckpointHash conversationHistoryIndex",
  },
);
const MESSAGE_KEYS = within(KEYS, ANTHROPIC_CONTENT);

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  const isDisplay = ({ sniff }: ImportFile) => sniff.paths.has("say") || sniff.paths.has("ask");
  const isHistory = ({ sniff }: ImportFile) => sniff.paths.has("role");
  const history = files.find((file) => !isDisplay(file) && isHistory(file));
  const display = files.find(isDisplay);
  const main = history ?? display;
  for (const file of files) if (file !== history && file !== display) await passOverFile(file, report);
  if (main === undefined) return;
  const records = history === undefined ? [] : await all(history, report);
  const requests = display === undefined ? [] : requestsOf(await all(display, report));
  const stored = storedMessages(records, requests);
  const writer = new SessionWriter(`roo-${nameOf(display ?? main)}`);
  const agent = history !== undefined && isUntimedHistory(history.sniff) ? "Cline" : "Roo Code";
  start(writer, main, {
    agent,
    hasDisplay: display !== undefined,
    task: firstWords(stored, requests[0]?.facts),
  });
  const condensed = requests.map((request) => condensationsIn(request));
  const shown = condensed.flat().map(({ facts }) => facts.summary);
  const truncated = requests.flatMap((request) => truncationsIn(request));
  const markers = truncated.map(({ facts }) => facts.truncationId);
  const task = new Task(writer, stored, new Set([...shown, ...markers]));
  if (requests.length === 0) task.history();
  const last = condensed.findLastIndex((own) => own.length > 0);
  for (const [i, request] of requests.entries()) {
    task.request(request, requests[i + 1]?.at ?? Number.POSITIVE_INFINITY, i >= last);
  }
  task.end();
  yield* readOneWay(writer.take());
}

async function passOverFile(file: ImportFile, report: ImportReport): Promise<void> {
  const broken = { code: "broken_entry", what: `${file.name}: not a record`, keys: null };
  for await (const record of recordsIn(file, report, broken))
    report.passOver(
      "file_not_read",
      `${file.name} is neither the history nor the display of the task (it has ${Object.keys(record).slice(0, 3).join(", ")})`,
    );
}

/**
 * A task is known by its first message, which stays when its files are rewritten. The display has it first.
 */
function nameOf({ sniff }: ImportFile): string {
  const first = sniff.records[0];
  return first === undefined
    ? sniff.fingerprint
    : contentHash(canonicalJson(first)).slice(0, sniff.fingerprint.length);
}

async function all(file: ImportFile, report: ImportReport): Promise<Loose[]> {
  const records: Loose[] = [];
  const broken = { code: "broken_entry", what: `${file.name}: not a message`, keys: MESSAGE_KEYS };
  for await (const record of recordsIn(file, report, broken)) {
    if (record.role === undefined && record.ts === undefined)
      report.passOver("unknown_record", `${file.name}: a record has neither role nor ts: expected a message`);
    else records.push(record);
  }
  return records;
}

/**
 * In the order of their times. A summary has the time of the message behind it. A history without times takes
 * those of the requests, if there are as many requests as answers: what precedes an answer was part of its
 * request.
 */
function storedMessages(records: readonly Loose[], requests: readonly ShownRequest[]): StoredMessage[] {
  const answers = records.filter(({ role }) => role === "assistant").length;
  const isUntimed = records.every(({ ts }) => ts === undefined) && answers <= requests.length;
  if (!isUntimed) {
    const times = timesOf(records);
    return records.map((raw, i) => ({ at: times[i] ?? 0, raw })).sort((a, b) => a.at - b.at);
  }
  let request = 0;
  return records.map((raw) => {
    const at = requests[request]?.at ?? 0;
    if (raw.role === "assistant") request++;
    return { at, raw };
  });
}

function firstWords(stored: readonly StoredMessage[], facts: Loose | undefined): string | undefined {
  const text = JSON.stringify(stored[0]?.raw.content ?? "") + (stringOf(facts?.request) ?? "");
  return /<task>\s*(?:\\n)?([\s\S]{1,200})/.exec(text)?.[1]?.replace(/\\n[\s\S]*|<\/task>[\s\S]*/, "");
}

interface TaskStart {
  readonly agent: string;
  readonly hasDisplay: boolean;
  readonly task: string | undefined;
}

function start(writer: SessionWriter, file: ImportFile, { agent, hasDisplay, task }: TaskStart): void {
  writer.write("session.started", {
    at: null,
    agent,
    source: { format: "roo_code", file: file.name },
    ...definedFields({ name: titleOf(task) ?? fileFolder(file.name).split("/").at(-1) }),
    notes: [
      "The system prompt with the tools' descriptions was in every window and is in no file.",
      ...(hasDisplay
        ? ["Messages that a condensation removed are shown as they were displayed: they are inferred."]
        : ["Without ui_messages.json there is no usage, and what a condensation removed is not seen."]),
    ],
  });
}
