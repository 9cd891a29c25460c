import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import { findFileFolder } from "../../reading/importer";
import { titleOf } from "../../shared/titles";
import type { FormatSource, SourceFile } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import type { Loose } from "../../shared/values";
import { stringOf } from "../../shared/values";
import type { Recognition, Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import type { ShownRequest } from "./display";
import { readCondensations, readRequests, readTimes, readTruncations } from "./display";
import type { StoredMessage } from "./task";
import { Task, readTodoSteps } from "./task";
import type { RooMessage } from "./records";
import { ROO_MESSAGE } from "./records";

/**
 * A task folder of Roo Code: the history that is sent (`api_conversation_history.json`) and the display
 * (`ui_messages.json`), joined by their times. A condensation removes messages from the history. The display
 * keeps them, and the usage of each request. Either can be read alone.
 */
export const rooCode = defineFormat({
  id: "roo_code",
  label: "Roo Code task",
  checked: { on: "2026-11-29", against: "Roo-Code 281a3074, real-conversations" },
  archived: "Roo Code was shut down on 2026-05-15.",
  keys: (record) => (isMessage(record) ? ROO_MESSAGE : null),
  recognise,
  groupKey: (file) => findFileFolder(file.name),
  companions: (files, siblings) => {
    const folders = new Set(files.map(({ name }) => findFileFolder(name)));
    return siblings.filter(
      ({ name, sniff }) =>
        folders.has(findFileFolder(name)) &&
        (sniff.paths.has("files_in_context") || recognise(sniff).missing === null),
    );
  },
  async *sessions(source) {
    const { files } = source;
    const isDisplay = ({ sniff }: SourceFile) => sniff.paths.has("say") || sniff.paths.has("ask");
    const history = files.find((file) => !isDisplay(file) && file.sniff.paths.has("role"));
    const display = files.find(isDisplay);
    for (const file of files) if (file !== history && file !== display) await passOverFile(file, source);
    const main = history ?? display;
    if (main === undefined) return;
    const records = history === undefined ? [] : await readAll(history, source);
    const requests = display === undefined ? [] : readRequests(await readAll(display, source));
    const stored = readStoredMessages(records, requests);
    const shown = requests.flatMap((request) => [
      ...readCondensations(request).map(({ facts }) => facts.summary),
      ...readTruncations(request).map(({ facts }) => facts.truncationId),
    ]);
    const task = new Task(stored, new Set(shown));
    yield {
      id: `roo-${nameOf(display ?? main)}`,
      file: main,
      agent: history !== undefined && isUntimedHistory(history.sniff) ? "Cline" : "Roo Code",
      name:
        titleOf(findFirstWords(stored, requests[0]?.facts)) ?? findFileFolder(main.name).split("/").at(-1),
      windows: "measured",
      plan: { id: "todos", tool: "update_todo_list", steps: readTodoSteps },
      notes: [
        "The system prompt with the tools' descriptions was in every window and is in no file.",
        display === undefined
          ? "Without ui_messages.json there is no usage, and what a condensation removed is not seen."
          : "Messages that a condensation removed are shown as they were displayed: they are inferred.",
      ],
      steps: requests.length === 0 ? task.history() : task.requests(requests),
    };
  },
});

function recognise(sniff: Sniff): Recognition {
  const isDisplay = sniff.paths.has("say") || sniff.paths.has("ask");
  if (isUntimedHistory(sniff)) return { share: 1, missing: null };
  const found = signs(sniff, ["array"], isDisplay ? ["ts", "type"] : ["ts", "role", "content"]);
  return also(found, isInEveryRecord(sniff, isDisplay ? "type" : "role"), "messages with a time");
}

const TASK_MARK = /<task>|<environment_details>/;

/** Cline's history has no times. */
function isUntimedHistory({ shape, paths, records, head }: Sniff): boolean {
  if (shape !== "array" || paths.has("ts") || !paths.has("content") || records.length === 0) return false;
  const isMessage = ({ role, content }: Loose) =>
    (role === "user" || role === "assistant") && content !== undefined;
  return records.every(isMessage) && TASK_MARK.test(head);
}

function isInEveryRecord({ records }: Sniff, field: "type" | "role"): boolean {
  const words = field === "type" ? ["say", "ask"] : ["user", "assistant"];
  return records.every((record) => words.includes(String(record[field])) && typeof record.ts === "number");
}

/**
 * A task is known by its first message, which stays when its files are rewritten. The display has it first.
 */
function nameOf({ sniff }: SourceFile): string {
  const first = sniff.records[0];
  return first === undefined
    ? sniff.fingerprint
    : hashContent(writeCanonicalJson(first)).slice(0, sniff.fingerprint.length);
}

function isMessage({ role, ts }: Loose): boolean {
  return role !== undefined || ts !== undefined;
}

async function readAll(file: SourceFile, { report }: FormatSource): Promise<RooMessage[]> {
  const records: RooMessage[] = [];
  for await (const record of file.records()) {
    if (isMessage(record)) records.push(ROO_MESSAGE.of(record));
    else
      report.passOver("unknown_record", `${file.name}: a record has neither role nor ts: expected a message`);
  }
  return records;
}

async function passOverFile(file: SourceFile, { report }: FormatSource): Promise<void> {
  for await (const record of file.records())
    report.passOver(
      "file_not_read",
      `${file.name} is neither the history nor the display of the task (it has ${Object.keys(record).slice(0, 3).join(", ")})`,
    );
}

/**
 * In the order of their times. A summary has the time of the message behind it. A history without times takes
 * those of the requests, if there are as many requests as answers: what precedes an answer was part of its
 * request.
 */
function readStoredMessages(
  records: readonly RooMessage[],
  requests: readonly ShownRequest[],
): StoredMessage[] {
  const answers = records.filter(({ role }) => role === "assistant").length;
  const isUntimed = records.every(({ ts }) => ts === undefined) && answers <= requests.length;
  if (!isUntimed) {
    const times = readTimes(records);
    return records.map((raw, i) => ({ at: times[i] ?? 0, raw })).sort((a, b) => a.at - b.at);
  }
  let request = 0;
  return records.map((raw) => {
    const at = requests[request]?.at ?? 0;
    if (raw.role === "assistant") request++;
    return { at, raw };
  });
}

function findFirstWords(stored: readonly StoredMessage[], facts: Loose | undefined): string | undefined {
  const text = JSON.stringify(stored[0]?.raw.content ?? "") + (stringOf(facts?.request) ?? "");
  return /<task>\s*(?:\\n)?([\s\S]{1,200})/.exec(text)?.[1]?.replace(/\\n[\s\S]*|<\/task>[\s\S]*/, "");
}
