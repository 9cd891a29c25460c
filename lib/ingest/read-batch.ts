import { EVENTS_BODY_BYTES_MAX, EVENTS_PER_BATCH_MAX, EVENTS_WIRE_BYTES_MAX } from "@/lib/http/limits";
import { bodyText, parseJson } from "@/lib/http/read-body";
import { AppError } from "@/lib/errors";

/** One item of a batch: a JSON value, or a line that is none. */
export type BatchItem = { readonly value: unknown } | { readonly broken: string };

/**
 * The items of a batch: `{ events: [...] }`, a bare array, or NDJSON. What it is follows from the content type where
 * that says so, else from the text.
 * @throws AppError when nothing can be made of the body at all
 */
export async function readBatch(request: Request): Promise<BatchItem[]> {
  const text = await bodyText(request, {
    wireBytesMax: EVENTS_WIRE_BYTES_MAX,
    bodyBytesMax: EVENTS_BODY_BYTES_MAX,
  });
  const type = request.headers.get("content-type") ?? "";
  const items = /ndjson|jsonl|json-seq/i.test(type) ? readLines(text) : readJson(text);
  if (items.length > EVENTS_PER_BATCH_MAX) {
    throw new AppError(
      "too_large",
      `a batch may hold ${EVENTS_PER_BATCH_MAX} events; this one holds ${items.length}`,
    );
  }
  return items;
}

function readJson(text: string): BatchItem[] {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (error) {
    const lines = readLines(text);
    if (lines.length > 1 && lines.some((line) => "value" in line && typeof line.value === "object"))
      return lines;
    throw error;
  }
  if (Array.isArray(body)) return body.map((value: unknown) => ({ value }));
  const { events, type } = (body ?? {}) as { events?: unknown; type?: unknown };
  if (Array.isArray(events)) return events.map((value: unknown) => ({ value }));
  if (typeof type === "string") return [{ value: body }];
  const detail = { path: "events", code: "invalid_type", message: "expected an array of events" };
  throw new AppError("invalid_body", 'events: expected { "events": [...] } or NDJSON', [detail]);
}

function readLines(text: string): BatchItem[] {
  return text.split("\n").flatMap((line): BatchItem[] => {
    if (line.trim() === "") return [];
    try {
      return [{ value: JSON.parse(line) as unknown }];
    } catch {
      return [{ broken: "the line is not JSON" }];
    }
  });
}
