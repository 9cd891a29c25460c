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

export function nestKeys(known: KnownKeys, inside: KnownKeys["inside"]): KnownKeys {
  return { ...known, inside: { ...known.inside, ...inside }, joins: [known] };
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
  known: KnownKeys,
  place = "",
): Generator<string> {
  if (known.isOf?.(value) === false) return;
  for (const key in value) {
    const held = value[key];
    if (isNothing(held)) continue;
    if (known.keys !== null && !known.keys.has(key)) yield `${place}${key.slice(0, KEY_CHARS_MAX)}`;
    else if (Object.hasOwn(known.inside, key) && known.inside[key] !== undefined && typeof held === "object")
      for (const inner of Array.isArray(held) ? (held as unknown[]) : [held])
        if (isRecord(inner)) yield* listUnknownKeys(inner, known.inside[key], `${place}${key}.`);
  }
}

function isNothing(held: unknown): boolean {
  if (held === null || held === undefined || held === "") return true;
  return typeof held === "object" && Object.keys(held).length === 0;
}

export function noteUnknownKeys(
  record: Readonly<Record<string, unknown>>,
  known: KnownKeys,
  report: ImportReport,
  place = "",
): void {
  for (const key of listUnknownKeys(record, known, place)) noteUnreadKey(key, report);
}

export function noteUnreadKey(key: string, report: ImportReport): void {
  const name = key.slice(0, KEY_CHARS_MAX);
  report.warn(
    `unknown_key:${name}`,
    `the key ${name} is not known in this format: what it holds is not read`,
  );
}
