import type { ImportFile, ImportReport } from "../../reading/importer";
import { findId } from "../../shared/bounds";
import { joinKeys } from "../../shared/known-keys";
import { readEntries, streamRecords } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { readDocument, recordOf } from "../../shared/values";
import type { GeminiMessage, GeminiSession } from "./recorded-records";
import { GEMINI_CHANGE, GEMINI_MESSAGE, GEMINI_SESSION } from "./recorded-records";

/** The first part begins with nothing, a later one with a history that replaced the earlier messages. */
export interface RecordedPart {
  readonly history: readonly GeminiMessage[] | null;
  readonly messages: readonly GeminiMessage[];
}

export interface RecordedFile {
  readonly header: GeminiSession;
  readonly parts: readonly RecordedPart[];
}

const MESSAGES = { code: "broken_entry", what: "not a message", keys: GEMINI_MESSAGE };
const LINES = { ...MESSAGES, keys: joinKeys(GEMINI_MESSAGE, GEMINI_SESSION, GEMINI_CHANGE) };

export async function readRecorded(file: ImportFile, report: ImportReport): Promise<RecordedFile> {
  const messages = new Messages(report);
  let header: Loose = {};
  if (file.sniff.shape === "object") {
    const { messages: list, ...own } = (await readDocument(file, report, GEMINI_SESSION)) ?? {};
    for (const message of readEntries(list, report, MESSAGES)) messages.put(message);
    return { header: GEMINI_SESSION.of(own), parts: messages.parts() };
  }
  for await (const record of streamRecords(file, report, LINES)) {
    const { $set: changed, $rewindTo: rewound, ...own } = record;
    if (changed !== undefined) {
      const { messages: list, ...rest } = recordOf(changed);
      header = { ...header, ...rest };
      if (Array.isArray(list)) messages.replaceAll(readEntries(list, report, MESSAGES));
    } else if (rewound !== undefined) messages.rewind(String(rewound));
    else if (record.type === undefined && record.sessionId !== undefined) header = { ...header, ...own };
    else messages.put(record);
  }
  return { header: GEMINI_SESSION.of(header), parts: messages.parts() };
}

interface OpenPart {
  readonly history: Map<string, Loose> | null;
  readonly messages: Map<string, Loose>;
}

class Messages {
  private readonly all: OpenPart[] = [{ history: null, messages: new Map() }];
  private unnamed = 0;

  constructor(private readonly report: ImportReport) {}

  put(message: Loose): void {
    const id = this.idOf(message);
    const known = this.lists().filter((list) => list.has(id));
    if (known.length > 0) this.report.passOver("message_rewritten", "messages that a later one replaces");
    const newest = this.all.slice(-1).map(({ messages }) => messages);
    for (const list of known.length > 0 ? known : newest) list.set(id, message);
  }

  replaceAll(messages: readonly Loose[]): void {
    const history = new Map(messages.map((message) => [this.idOf(message), message]));
    this.all.push({ history, messages: new Map() });
  }

  rewind(to: string): void {
    const list = this.lists().findLast((one) => one.has(to));
    if (list === undefined) return this.takenBack(0);
    const place = this.all.findIndex(({ history, messages }) => history === list || messages === list);
    const later = this.all.splice(place + 1).flatMap(({ messages }) => [...messages.keys()]);
    const part = this.all[place];
    const behind = part?.history === list ? [...part.messages.keys()] : [];
    if (part?.history === list) part.messages.clear();
    const ids = [...list.keys()];
    const gone = ids.slice(ids.indexOf(to));
    for (const id of gone) list.delete(id);
    this.takenBack(gone.length + behind.length + later.length);
  }

  parts(): RecordedPart[] {
    return this.all.map(({ history, messages }) => ({
      history: history === null ? null : [...history.values()].map(GEMINI_MESSAGE.of),
      messages: [...messages.values()].map(GEMINI_MESSAGE.of),
    }));
  }

  private takenBack(count: number): void {
    this.report.passOver("taken_back", "messages that the user took back", count);
  }

  private lists(): Map<string, Loose>[] {
    return this.all.flatMap(({ history, messages }) => (history === null ? [messages] : [history, messages]));
  }

  private idOf({ id }: Loose): string {
    return findId(id) ?? `message-${this.unnamed++}`;
  }
}
