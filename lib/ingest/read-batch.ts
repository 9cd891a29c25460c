import { EVENTS_BODY_BYTES_MAX, EVENTS_PER_BATCH_MAX, EVENTS_WIRE_BYTES_MAX } from "@/lib/http/limits";
import { bodyText, parseJson } from "@/lib/http/read-body";
import { AppError } from "@/lib/errors";

/** One item of a batch: a JSON value, or a line that is none. */
export type BatchItem = { readonly value: unknown } | { readonly broken: string };

/** What a batch may hold, by the name of its list, with a field that tells a single item from a list. */
const LISTS = { events: "type", calls: "request" } as const;
type ListName = keyof typeof LISTS;

/**
 * The items of a batch: `{ events: [...] }`, a bare array, a single item, or NDJSON. What it is follows from the content type where
 * that says so, else from the text.
 * @throws AppError when nothing can be made of the body at all
 */
export async function readBatch(request: Request, list: ListName = "events"): Promise<BatchItem[]> {
  const text = await bodyText(request, {
    wireBytesMax: EVENTS_WIRE_BYTES_MAX,
    bodyBytesMax: EVENTS_BODY_BYTES_MAX,
  });
  const type = request.headers.get("content-type") ?? "";
  const items = /ndjson|jsonl|json-seq/i.test(type) ? readLines(text) : readJson(text, list);
  if (items.length > EVENTS_PER_BATCH_MAX) {
    throw new AppError(
      "too_large",
      `a batch may hold ${EVENTS_PER_BATCH_MAX} ${list}; this one holds ${items.length}`,
    );
  }
  return items;
}

function readJson(text: string, list: ListName): BatchItem[] {
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
  const fields = (typeof body === "object" ? (body ?? {}) : {}) as Record<string, unknown>;
  const items = fields[list];
  if (Array.isArray(items)) return (items as unknown[]).map((value) => ({ value }));
  if (fields[LISTS[list]] !== undefined) return [{ value: body }];
  const detail = { path: list, code: "invalid_type", message: `expected an array of ${list}` };
  throw new AppError("invalid_body", `${list}: expected { "${list}": [...] } or NDJSON`, [detail]);
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
