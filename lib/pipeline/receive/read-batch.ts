import { EVENTS_BODY_BYTES_MAX, EVENTS_PER_BATCH_MAX, EVENTS_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { readBodyBytes, parseJson } from "@/lib/http/read-body";
import { runEachInSlices } from "@/lib/db/slices";
import { AppError } from "@/lib/errors";
import { RepeatingLines } from "./repeating-lines";
import { nextRound } from "@/lib/rounds";

export type BatchItem =
  | { readonly value: unknown; readonly isShallow?: boolean }
  /** What cannot be read, or may not be sent: why, and at which field. */
  | { readonly broken: string; readonly path?: string; readonly code?: string };

const LISTS = { events: "type", calls: "request" } as const;
type ListName = keyof typeof LISTS;

/**
 * `{ events: [...] }`, a bare array, a single item, or NDJSON: by the content type if it tells, else by the
 * text.
 * @throws AppError when the body cannot be read
 */
export async function readBatch(request: Request, list: ListName = "events"): Promise<BatchItem[]> {
  const bytes = await readBodyBytes(request, {
    wireBytesMax: EVENTS_WIRE_BYTES_MAX,
    bodyBytesMax: EVENTS_BODY_BYTES_MAX,
  });
  const type = request.headers.get("content-type") ?? "";
  await nextRound();
  const items = /ndjson|jsonl|json-seq/i.test(type)
    ? await readLines(bytes, list)
    : await readJson(bytes.toString("utf8"), list);
  if (items.length > EVENTS_PER_BATCH_MAX) {
    throw new AppError(
      "too_large",
      `a batch may hold ${EVENTS_PER_BATCH_MAX} ${list}; this one holds ${items.length}`,
    );
  }
  return items;
}

async function readJson(text: string, list: ListName): Promise<BatchItem[]> {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (error) {
    const lines = await readLines(Buffer.from(text), list);
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

/** Calls are compared with earlier ones by bytes, because they repeat them. */
async function readLines(bytes: Buffer, list: ListName): Promise<BatchItem[]> {
  const repeating = new RepeatingLines();
  const items: BatchItem[] = [];
  await runEachInSlices(splitLines(bytes), (line) => {
    if (isBlank(line)) return;
    try {
      items.push(
        list === "calls" ? repeating.parse(line) : { value: JSON.parse(line.toString("utf8")) as unknown },
      );
    } catch {
      items.push({ broken: "the line is not JSON" });
    }
  });
  return items;
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

function* splitLines(bytes: Buffer): Generator<Buffer> {
  for (let start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

const NEWLINE = 10;
const SPACE = 32;

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= SPACE);
}
