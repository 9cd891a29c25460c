import type { TraceEvent } from "@/lib/core/trace/event";
import type { RawCall } from "../otel/call-record";
import { makeCallRecord } from "../otel/call-record";
import { PROJECTED_ID_PREFIX, projectRecords } from "../otel/project";
import { listUnreadKeys } from "../otel/unread-keys";
import { readRawCall } from "../otel/raw";
import type { RawFields } from "../otel/raw/fields";
import { joinStreamedAnswer } from "../otel/raw/streamed";
import { readEventFrames } from "../otel/raw/event-frames";
import { findApiOfCall, readModelInPath } from "../otel/raw/paths";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { cutStem } from "../reading/importer";
import { RecordedConversations } from "./recorded-conversations";
import type { Recognition, Sniff } from "../reading/sniff";
import { also, signs } from "../reading/sniff";
import type { ReadingOf } from "../shared/record-type";
import { noteUnknownKeys, noteUnreadKey } from "../shared/known-keys";
import { readEntries, streamRecords } from "../shared/records";
import type { Loose } from "../shared/values";
import { parseJsonText, readDocument, recordOf, stringOf } from "../shared/values";
import { readYaml } from "../shared/yaml";
import { HTTP_EXCHANGE, HTTP_FILE, HTTP_SIDE } from "./recorded-http-records";

const CASSETTE = /^(interactions|http_interactions):\s*$/m;

/**
 * Recorded HTTP: a browser's or proxy's HAR file, cassettes of VCR in YAML or JSON, recordings of nock, and messages
 * of Anthropic's API alone, whose windows nobody knows. Its calls to models are read as if a proxy had recorded them; each
 * conversation in a file is a session.
 */
export const recordedHttp: Importer = {
  id: "recorded_http",
  label: "recorded HTTP (HAR, VCR cassette, nock)",
  checked: { on: "2026-11-29", against: "78 cassettes of ten APIs" },
  recognise,
  convert,
};

function recognise(sniff: Sniff): Recognition {
  if (sniff.shape === "text") {
    const isCassette = CASSETTE.test(sniff.head);
    return { share: isCassette ? 1 : 0, missing: isCassette ? null : "a list of interactions" };
  }
  const forms = [
    signs(sniff, ["object"], ["log.entries[].request.url", "log.entries[].response"]),
    signs(sniff, ["object"], ["interactions[].request", "interactions[].response"]),
    signs(sniff, ["array"], ["scope", "method", "path", "response"]),
    also(
      signs(sniff, ["object", "lines", "array"], ["id", "type", "role", "content", "usage", "stop_reason"]),
      hasMessages(sniff),
      "usage of a message",
    ),
  ];
  return forms.reduce((best, found) => (found.missing === null || found.share > best.share ? found : best));
}

function hasMessages({ records, paths }: Sniff): boolean {
  return records.length > 0 && records.every(isMessage) && paths.has("usage.input_tokens");
}

function isMessage({ type }: Loose): boolean {
  return type === "message";
}

/** One exchange of any of the forms. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly at: number | null;
  readonly endedAt: number | null;
  readonly request: unknown;
  readonly response: unknown;
  readonly status: number | undefined;
}

const ENTRIES = { code: "broken_entry", what: "not an exchange", keys: HTTP_EXCHANGE };

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const session = `${cutStem(file.name).slice(0, 100)}-${file.sniff.fingerprint}`;
    const room = { bytes: UNFOLDED_BYTES_MAX };
    const exchanges: Exchange[] = [];
    for (const entry of await readFileEntries(file, report))
      exchanges.push(readExchange(await unpackExchange(entry, room)));
    const isTimed = exchanges.every(({ at }) => at !== null);
    const conversations = new RecordedConversations();
    const unread = new UnreadPaths();
    const records = exchanges.flatMap((exchange, n) => {
      const call = findCall(exchange, { session, conversations, n });
      if (call !== null) {
        if (call.error === undefined && !isAnswer(call))
          report.warn(
            "unread_answer",
            "an answer is compressed or in a form that is not known: its turn has none",
          );
        return [makeCallRecord(call)];
      }
      report.passOver(
        "other_exchange",
        `${file.name}: an exchange is no call to a model, or of an API that is not known${unread.of(exchange)}`,
      );
      return [];
    });
    const { events, calls } = projectRecords(records);
    for (const call of calls) for (const key of listUnreadKeys(call)) noteUnreadKey(`message.${key}`, report);
    if (events.length === 0) report.warn("no_exchanges", `${file.name} has no call to a model`);
    for (const event of events) {
      const id = event.id.slice(event.id.startsWith(PROJECTED_ID_PREFIX) ? PROJECTED_ID_PREFIX.length : 0);
      const own = isTimed ? event : stripTimes(event);
      const source = { format: recordedHttp.id, file: file.name };
      yield own.type === "session.started" ? { ...own, id, source } : { ...own, id };
    }
  }
}

const PATHS_NAMED_MAX = 5;

/** Names the paths that a file sends bodies to and no reader knows, up to a few. */
class UnreadPaths {
  private readonly named = new Set<string>();

  of({ method, path, request }: Exchange): string {
    const [plain = ""] = path.split("?", 1);
    if (method !== "POST" || request === undefined || plain === "") return "";
    const name = plain.slice(0, 100);
    if (!this.named.has(name) && this.named.size === PATHS_NAMED_MAX) return "";
    this.named.add(name);
    return `: POST ${name}`;
  }
}

/** Takes the times from an event of a recording without times, which has an order alone. */
function stripTimes(event: TraceEvent): TraceEvent {
  const own = { ...event, at: null };
  if ("endedAt" in own) delete own.endedAt;
  return own;
}

async function readFileEntries(file: ImportFile, report: ImportReport): Promise<Loose[]> {
  const isOfMessages = hasMessages(file.sniff);
  if (file.sniff.shape === "array" || file.sniff.shape === "lines") {
    const entries: Loose[] = [];
    const kind = isOfMessages ? { ...ENTRIES, keys: null } : ENTRIES;
    for await (const entry of streamRecords(file, report, kind)) entries.push(entry);
    return entries;
  }
  if (isOfMessages) {
    const message = await readDocument(file, report, { keys: null, inside: {} });
    report.found(message === null ? 0 : 1);
    return message === null ? [] : [message];
  }
  const document =
    file.sniff.shape === "text"
      ? recordOf(await readYaml(file, report))
      : ((await readDocument(file, report, HTTP_FILE)) ?? {});
  if (file.sniff.shape === "text") noteUnknownKeys(document, HTTP_FILE, report);
  const { interactions, http_interactions: ruby, log } = HTTP_FILE.of(document);
  return readEntries(interactions ?? ruby ?? log.entries, report, ENTRIES);
}

const MESSAGE_ALONE = {
  method: "POST",
  path: "/v1/messages",
  request: {},
  at: null,
  endedAt: null,
  status: 200,
};

function readExchange(entry: Loose): Exchange {
  if (isMessage(entry)) return { ...MESSAGE_ALONE, response: entry };
  const exchange = HTTP_EXCHANGE.of(entry);
  const request = HTTP_SIDE.of(exchange.request === undefined ? entry : exchange.request);
  const response = HTTP_SIDE.of(exchange.response);
  const { code } = recordOf(response.status);
  const status = exchange.status ?? code ?? response.status;
  const at = exchange.startedDateTime ?? exchange.recorded_at;
  const took = typeof exchange.time === "number" && exchange.time >= 0 ? exchange.time : null;
  return {
    method: String(request.method ?? "").toUpperCase(),
    path: readPath(String(request.url ?? request.uri ?? request.path ?? "")),
    at,
    endedAt: at !== null && took !== null ? at + took : null,
    request: readBody(request),
    response: exchange.scope === undefined ? readBody(response) : exchange.response,
    status: typeof status === "number" ? status : undefined,
  };
}

function readPath(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]*/i, "");
}

const GZIP = [0x1f, 0x8b] as const;
/** The size to which all compressed bodies of a file may unfold together. */
const UNFOLDED_BYTES_MAX = 32 * 1024 * 1024;

/** The exchange with its answer's body unfolded, where the recorder left it compressed. */
async function unpackExchange(entry: Loose, room: { bytes: number }): Promise<Loose> {
  const response = recordOf(entry.response);
  const { string, base64_string: base64 } = recordOf(response.body);
  const bytes = base64 === undefined ? (string ?? response.body) : decodeText(base64);
  if (!(bytes instanceof Uint8Array) || !GZIP.every((byte, i) => bytes[i] === byte)) return entry;
  const unfolded = await inflate(bytes, room);
  return unfolded === null ? entry : { ...entry, response: { ...response, body: { string: unfolded } } };
}

/** Unfolds a body; `null` where it is broken or unfolds to more than there is room for. */
async function inflate(bytes: Uint8Array, room: { bytes: number }): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  try {
    const body = new Blob([new Uint8Array(bytes)]).stream();
    for await (const part of body.pipeThrough(new DecompressionStream("gzip"))) {
      room.bytes -= part.length;
      if (room.bytes < 0) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** A body as value or text: of HAR (`postData.text`, `content.text`), of VCR (`body`, `body.string`, `parsed_body`). */
function readBody(side: ReadingOf<typeof HTTP_SIDE>): unknown {
  const { encoding, text, mimeType } = recordOf(side.content ?? side.postData);
  const body = side.parsed_body ?? side.body;
  const inner = recordOf(body);
  if (text !== undefined && mimeType !== undefined)
    return encoding === "base64" ? readText(decodeText(text)) : text;
  if (inner.base64_string !== undefined) return readText(decodeText(inner.base64_string));
  return body instanceof Uint8Array || inner.string instanceof Uint8Array
    ? readText((inner.string ?? body) as Uint8Array)
    : (inner.string ?? body);
}

function decodeText(text: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(String(text), "base64"));
}

/** Reads bytes as a text, or as the events of a binary stream. */
function readText(bytes: Uint8Array): unknown {
  return readEventFrames(bytes) ?? new TextDecoder().decode(bytes);
}

function findCall(
  { method, path, request, response, status, at, endedAt }: Exchange,
  { session, conversations, n }: { session: string; conversations: RecordedConversations; n: number },
): RawCall | null {
  const asked = typeof request === "string" ? recordOf(parseJsonText(request)) : recordOf(request);
  const isAnswerAlone = request === MESSAGE_ALONE.request;
  const named = findApiOfCall(method, path.replace(/\/converse-stream$/, "/converse")) ?? undefined;
  // Services that send messages to people have this path, too.
  const api = named === "anthropic" && !isAnswerAlone && !saysMessages(asked) ? undefined : named;
  const read = Object.keys(asked).length === 0 && !isAnswerAlone ? null : readRawCall(asked, response, api);
  const hasFailed = status !== undefined && status >= 400;
  if (read === null || (api === undefined && !(hasFailed ? saysMessages(asked) : hasAnswer(read))))
    return null;
  const place = isAnswerAlone ? 0 : conversations.place(read, hasFailed);
  const own = place === 0 ? session : `${session}:${place + 1}`;
  const model = stringOf(asked.model) ?? stringOf(asked.modelId) ?? readModelInPath(path);
  return {
    id: `${own}:${n}`,
    session: own,
    startedAt: at ?? n + 1,
    endedAt: endedAt ?? at ?? n + 1,
    api,
    request: model === null ? asked : { ...asked, model },
    response: hasFailed ? undefined : response,
    error: hasFailed ? { status, body: response } : undefined,
  };
}

/** A request to another path can be that of a call, to count its tokens, and is answered by something else. */
function hasAnswer({ answer, usage, stopReason, error, isWhole }: RawFields): boolean {
  return [answer, usage, stopReason, error, isWhole].some((part) => part !== undefined);
}

/** A refused request to another path is a call where it has messages: an embedding has an input, too. */
function saysMessages(asked: Loose): boolean {
  return Array.isArray(asked.messages) || Array.isArray(asked.contents);
}

/** Bodies that the recorder left compressed are no text of an answer. */
function isAnswer({ response }: RawCall): boolean {
  return (
    Object.keys(
      joinStreamedAnswer(typeof response === "string" ? (parseJsonText(response) ?? response) : response)
        .answer,
    ).length > 0
  );
}
