import { isRecord } from "@/lib/core/is-record";
import type { ImportReport } from "../reading/importer";

/** The known keys of the objects in one place of a format, and of the objects inside them. */
export interface KnownKeys {
  readonly keys: ReadonlySet<string> | null;
  readonly inside: Readonly<Record<string, KnownKeys>>;
  /** Whether the keys apply to an object. Others are read or reported as a whole. */
  readonly isOf?: (value: Readonly<Record<string, unknown>>) => boolean;
  /** The kinds of which this is several at once. */
  readonly joins?: readonly KnownKeys[];
}

const KEY_CHARS_MAX = 80;

export function nestKeys(keys: KnownKeys, inside: KnownKeys["inside"]): KnownKeys {
  return { ...keys, inside: { ...keys.inside, ...inside }, joins: [keys] };
}

/** Of objects that have the keys of several kinds. */
export function joinKeys(...joins: readonly KnownKeys[]): KnownKeys {
  return {
    keys: joins.some(({ keys }) => keys === null)
      ? null
      : new Set(joins.flatMap(({ keys }) => [...(keys ?? [])])),
    inside: Object.assign({}, ...joins.map(({ inside }) => inside)) as KnownKeys["inside"],
    joins,
  };
}

export function anyKeys(inside: KnownKeys["inside"]): KnownKeys {
  return { keys: null, inside };
}

/** Why a format's key is not read although it is known. */
export type LeftReason =
  | "what the program keeps for itself"
  | "ids, times and marks"
  | "prices and sums"
  | "what another key says"
  | "opaque values for the provider";

export function* listUnknownKeys(
  value: Readonly<Record<string, unknown>>,
  keys: KnownKeys,
  place = "",
): Generator<string> {
  if (keys.isOf?.(value) === false) return;
  for (const key in value) {
    const child = value[key];
    if (isNothing(child)) continue;
    if (keys.keys !== null && !keys.keys.has(key)) yield `${place}${key.slice(0, KEY_CHARS_MAX)}`;
    else if (Object.hasOwn(keys.inside, key) && keys.inside[key] !== undefined && typeof child === "object")
      for (const inner of Array.isArray(child) ? (child as unknown[]) : [child])
        if (isRecord(inner)) yield* listUnknownKeys(inner, keys.inside[key], `${place}${key}.`);
  }
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

export function noteUnknownKeys(
  record: Readonly<Record<string, unknown>>,
  keys: KnownKeys,
  report: ImportReport,
  place = "",
): void {
  for (const key of listUnknownKeys(record, keys, place)) noteUnreadKey(key, report);
}

export function noteUnreadKey(key: string, report: ImportReport): void {
  const name = key.slice(0, KEY_CHARS_MAX);
  report.warn(
    `unknown_key:${name}`,
    `the key ${name} is not known in this format: what it holds is not read`,
  );
}
