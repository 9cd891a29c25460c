import { yamlOf } from "../../shared/yaml";
import type { ImportFile, ImportReport } from "../../reading/importer";
import { jsonObjects } from "../../reading/json-stream";
import { entriesOf, noteUnfinished } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import { ANTHROPIC_MESSAGE, ANTHROPIC_REQUEST } from "../../messages/message-keys";
import { failureText } from "../../otel/raw/failure";
import type { StreamedAnswer } from "../../otel/raw/streamed";
import { readAnswer } from "../../otel/raw/streamed";
import { keysIn, noteUnknownKeys, leaving } from "../../shared/known-keys";

export interface Exchange {
  readonly request: Loose | null;
  readonly response: Loose | null;
  /** What the provider answered in place of a message. */
  readonly error?: string | undefined;
}

/** A file is a cassette in YAML or JSON, the body of a response, or lines of either. */
export async function* exchangesOf(file: ImportFile, report: ImportReport): AsyncGenerator<Exchange> {
  if (file.sniff.shape === "text") {
    yield* interactionsIn(recordOf(await yamlOf(file, report)), report);
    return;
  }
  const onBroken = (excerpt: string) => {
    report.found(1);
    report.passOver(BROKEN.code, `${BROKEN.what}: ${excerpt}`);
  };
  const onUnfinished = () => noteUnfinished(file, report);
  for await (const record of jsonObjects(file.chunks(), { onBroken, onUnfinished })) {
    if (recordsOf(record.interactions).length > 0) yield* interactionsIn(record, report);
    else {
      report.found(1);
      if (record.type !== "message") noteUnknownKeys(record, BROKEN.keys, report);
      yield* exchangeIn(record, report);
    }
  }
}

const BROKEN = {
  code: "broken_entry",
  what: "not an exchange",
  keys: leaving(keysIn("request response id timestamp duration"), { "ids, times and marks": "recorded_at" }),
};
const FILE_KEYS = leaving(keysIn("interactions version"), {
  "what the program keeps for itself": "recorded_with",
});

function interactionsIn(file: Loose, report: ImportReport): Exchange[] {
  noteUnknownKeys(file, FILE_KEYS, report);
  return entriesOf(file.interactions, report, BROKEN).flatMap((record) => exchangeIn(record, report));
}

function exchangeIn(record: Loose, report: ImportReport): Exchange[] {
  const found = exchangeOf(record);
  for (const { request, response } of found) {
    if (request !== null) noteUnknownKeys(request, ANTHROPIC_REQUEST, report);
    if (response !== null) noteUnknownKeys(response, ANTHROPIC_MESSAGE, report);
  }
  const answered = recordOf(record.response).body;
  for (const { response, error } of found)
    if (response === null && error === undefined && answered !== undefined && answered !== null)
      report.warn("unread_answer", "an answer is in a form that is not known: its turn has none");
  if (found.length === 0)
    report.passOver("other_exchange", "exchanges with another service than the Messages API are not read");
  return found;
}

function exchangeOf(record: Loose): Exchange[] {
  if (record.type === "message" && record.request === undefined) return [{ request: null, response: record }];
  const request = bodyOf(record.request);
  const response = bodyOf(record.response);
  if (request !== null && !Array.isArray(request.messages)) return [];
  if (request === null && response?.type !== "message") return [];
  const { isWhole, answer } = streamIn(record.response);
  const said = response?.type === "message" ? response : answer.type === "message" ? answer : null;
  const broken = isWhole === false ? "the recorded answer broke off" : undefined;
  const error = failureText(response?.error ?? answer.error) ?? statusError(record.response, said) ?? broken;
  return [{ request, response: said, ...(error !== undefined && { error }) }];
}

/** A streamed answer is the text of its events. */
function streamIn(side: unknown): StreamedAnswer {
  const { body } = recordOf(side);
  return readAnswer(stringOf(body) ?? stringOf(recordOf(body).string));
}

function statusError(side: unknown, said: Loose | null): string | undefined {
  const { status } = recordOf(side);
  const code = typeof status === "number" ? status : recordOf(status).code;
  return said === null && typeof code === "number" && code >= 400 ? `status ${code}` : undefined;
}

function bodyOf(side: unknown): Loose | null {
  const held = recordOf(side);
  if (held.messages !== undefined || held.type === "message") return held;
  const body = held.parsed_body ?? held.body;
  const inner = recordOf(body);
  const text = stringOf(body) ?? stringOf(inner.string);
  if (text === undefined) return body === undefined || body === null ? null : inner;
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}
