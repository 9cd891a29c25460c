import { isRecord } from "@/lib/core/is-record";
import type { ImportFile, ImportReport } from "../reading/importer";
import { streamJsonObjects } from "../reading/json-stream";
import type { KnownKeys } from "./known-keys";
import { noteUnknownKeys } from "./known-keys";
import type { Loose } from "./values";

interface RecordKind {
  readonly code: string;
  readonly what: string;
  readonly keys: KnownKeys | null;
}

const EXCERPT_CHARS = 80;

export async function* streamRecords(
  file: ImportFile,
  report: ImportReport,
  { code, what, keys }: RecordKind,
): AsyncGenerator<Record<string, unknown>> {
  const onBroken = (excerpt: string) => {
    report.found(1);
    report.passOver(code, `${what}: ${excerpt}`);
  };
  const onUnfinished = () => noteUnfinished(file, report);
  for await (const record of streamJsonObjects(file.chunks(), { onBroken, onUnfinished })) {
    report.found(1);
    if (keys !== null) noteUnknownKeys(record, keys, report);
    yield record;
  }
}

/**
 * Counts each record. Anything else is named in a warning, and so are unknown keys. The list can also be JSON
 * text.
 */
export function readEntries(value: unknown, report: ImportReport, { code, what, keys }: RecordKind): Loose[] {
  const list = listOf(value);
  report.found(list.length);
  return list.filter((entry): entry is Loose => {
    if (isRecord(entry)) {
      if (keys !== null) noteUnknownKeys(entry, keys, report);
      return true;
    }
    const excerpt = (JSON.stringify(entry) ?? "nothing").slice(0, EXCERPT_CHARS);
    report.passOver(code, `${what}: ${excerpt}`);
    return false;
  });
}

export function noteUnfinished({ name }: ImportFile, report: ImportReport): void {
  report.warn(
    "incomplete_file",
    `${name} ends before its list of records does: what is there was read, and there may have been more`,
  );
}

export function keepReadableMessages(messages: readonly Loose[], report: ImportReport): Loose[] {
  return messages.filter(({ role, content }) => {
    if (KNOWN_ROLES.has(role) || (content !== undefined && content !== null)) return true;
    report.passOver("unknown_record", "a message has neither a known role nor content and is not read");
    return false;
  });
}

const KNOWN_ROLES: ReadonlySet<unknown> = new Set([
  ...["system", "developer", "user", "assistant", "tool", "function", "approval", "exit"],
]);

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "string") return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : [];
  } catch {
    return [];
  }
}
