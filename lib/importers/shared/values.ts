import { isRecord } from "@/lib/core/is-record";
import { readInstant } from "@/lib/core/trace/event";
import { deeperThan, JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";
import type { EpochMs, Tokens } from "@/lib/core/units";
import type { ImportFile, ImportReport } from "../reading/importer";
import { readJsonDocument } from "../reading/json-stream";
import type { KnownKeys } from "./known-keys";
import { noteUnknownKeys } from "./known-keys";

export type Loose = Readonly<Record<string, unknown>>;

/** `undefined` for text that is not a JSON list or object, or that is nested too deep. */
export function parseJsonText(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return deeperThan(value, JSON_DEPTH_MAX) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The value as an object; an empty one for anything else, so that reading a field of it never fails. */
export function recordOf(value: unknown): Loose {
  return isRecord(value) ? value : {};
}

/** The objects of a list, which can also be written as JSON in a text. */
export function recordsOf(value: unknown): Loose[] {
  const list = typeof value === "string" ? parseOrKeepText(value) : value;
  return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
}

/** The text; `undefined` for an empty one and for anything else. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Leaves room for what is added around an id. */
const ID_CHARS = 300;

/** Formats often number their tasks and trials. Cuts ids that are longer than any real one. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : stringOf(value)?.slice(0, ID_CHARS);
}

/** A whole number from 0 up; `undefined` for anything else. */
export function countOf(value: unknown): Tokens | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function keepDefined<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined | null> };
}

const SECONDS_BELOW = 1e11;
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/;
const NAMES_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * ISO text, or seconds or milliseconds since 1970. Text without a zone is read as UTC, so that a file gives
 * the same times everywhere.
 */
export function instantOf(value: unknown): EpochMs | null {
  if (typeof value === "string" && DATE_AND_TIME.test(value))
    return readInstant(NAMES_ZONE.test(value) ? value : `${value}Z`);
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return null;
  const ms = Math.round(value < SECONDS_BELOW ? value * 1_000 : value);
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : readInstant(date.toISOString());
}

/**
 * `null`, with a warning, when the file is not one JSON object. Outermost keys that are not among `keys` are
 * named in a warning.
 */
export async function readDocument(
  file: ImportFile,
  report: ImportReport,
  keys: KnownKeys,
): Promise<Loose | null> {
  try {
    const value = await readJsonDocument(file.chunks(), (chars) =>
      report.warn(
        "incomplete_file",
        `${file.name} is cut off or broken: what stands in its first ${chars} characters is read, and nothing after that`,
      ),
    );
    if (isRecord(value)) {
      noteUnknownKeys(value, keys, report);
      return value;
    }
    report.found(1);
    report.passOver("broken_file", `${file.name} holds no JSON object`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    report.found(1);
    report.passOver("broken_file", `${file.name} is no complete JSON document`);
  }
  return null;
}

function parseOrKeepText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
