import { isRecord } from "@/lib/core/is-record";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import type { TraceEvent } from "@/lib/core/trace/event";
import { SHORT_TEXT_CHARS } from "@/lib/core/trace/limits";

export interface StoredText {
  readonly hash: string;
  readonly text: string;
}

/** An event in its stored form: `h` replaces `content`. The session is left out, because the log knows it. */
export interface EncodedEvent {
  readonly id: string;
  readonly body: Record<string, unknown>;
  /** The body as it is written, unless it is written as a difference. */
  readonly json: string;
  readonly texts: readonly StoredText[];
  /** The fingerprint of an event: 63 bits of a hash over its body, equal for equal events whatever the order of their keys. */
  readonly fingerprint: bigint;
}

type Json = Record<string, unknown>;

/** Writes an event for the log: long texts stand apart under their hash, since many events repeat them. */
export function encodeEvent(event: TraceEvent): EncodedEvent {
  const texts: StoredText[] = [];
  const { session: _session, ...rest } = event;
  const body = mapBlocks(rest as Json, (block) => {
    if (typeof block.content !== "string" || block.content.length <= SHORT_TEXT_CHARS) return block;
    const { content, ...others } = block;
    const hash = hashContent(content);
    texts.push({ hash, text: content });
    return Object.assign(others, { h: hash });
  });
  const json = FREE_FORM.has(event.type) ? writeCanonicalJson(body) : JSON.stringify(body);
  return { id: event.id, body, json, texts, fingerprint: computeFingerprint(json) };
}

function computeFingerprint(json: string): bigint {
  return BigInt(`0x${hashContent(json).slice(0, 16)}`) >> 1n;
}

/**
 * Events with a field of any shape, whose keys may have any order. The keys of all other events are in the schema's
 * order.
 */
const FREE_FORM: ReadonlySet<TraceEvent["type"]> = new Set([
  "session.started",
  "checkpoint.taken",
  "context.edited",
  "gate.checked",
]);

/** Restores the texts of an event. @throws if a text is missing, which means that the log is damaged */
export function decodeEvent(
  session: string,
  body: Record<string, unknown>,
  textOf: (hash: string) => string | undefined,
): TraceEvent {
  const event = mapBlocks(body, (block) => {
    if (typeof block.h !== "string") return block;
    const { h, ...others } = block;
    const content = textOf(h);
    if (content === undefined) throw new Error(`the text ${h} is missing from the log`);
    return Object.assign(others, { content });
  });
  return { ...event, session } as unknown as TraceEvent;
}

/** The hashes of the texts that stand apart from an event. */
export function listTextHashes(body: Record<string, unknown>): string[] {
  const hashes: string[] = [];
  mapBlocks(body, (block) => {
    if (typeof block.h === "string") hashes.push(block.h);
    return block;
  });
  return hashes;
}

/**
 * Applies `change` to every block statement of an event: in its window, its output, its definition. Unchanged parts are
 * not copied.
 */
function mapBlocks(event: Json, change: (block: Json) => Json): Json {
  let result = event;
  if (isRecord(event.block)) result = replaceField(result, event, "block", change(event.block));
  if (Array.isArray(event.output))
    result = replaceField(result, event, "output", mapList(event.output, change));
  if (isRecord(event.window)) result = replaceField(result, event, "window", mapWindow(event.window, change));
  return result;
}

function mapWindow(window: Json, change: (block: Json) => Json): Json {
  let result = window;
  for (const key of ["entries", "change", "append"])
    if (Array.isArray(window[key])) result = replaceField(result, window, key, mapList(window[key], change));
  if (Array.isArray(window.insert))
    result = replaceField(
      result,
      window,
      "insert",
      mapList(window.insert, (run) =>
        Array.isArray(run.entries) ? replaceField(run, run, "entries", mapList(run.entries, change)) : run,
      ),
    );
  return result;
}

function mapList(list: readonly unknown[], change: (block: Json) => Json): readonly unknown[] {
  let result: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!isRecord(item)) continue;
    const changed = change(item);
    if (changed !== item) (result ??= [...list])[i] = changed;
  }
  return result ?? list;
}

function replaceField(result: Json, original: Json, key: string, value: unknown): Json {
  if (value === original[key]) return result;
  const copy = result === original ? { ...original } : result;
  copy[key] = value;
  return copy;
}
