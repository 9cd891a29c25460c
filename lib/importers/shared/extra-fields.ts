import type { Loose } from "./values";

export type ExtraFields = Readonly<Record<string, string | number | boolean>>;

const TEXT_CHARS_MAX = 200;

/** Of keys that are not read: short values to keep, and the names of the others. */
export function readExtraFields(
  record: Loose,
  read: ReadonlySet<string>,
): { readonly attributes: ExtraFields; readonly passedOver: readonly string[] } {
  const extra = Object.entries(record).filter(([key, value]) => !read.has(key) && value !== null);
  const entries = extra.filter((entry): entry is [string, string | number | boolean] => isShort(entry[1]));
  return {
    attributes: Object.fromEntries(entries),
    passedOver: extra.flatMap(([key, value]) => (isShort(value) ? [] : [key])),
  };
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= TEXT_CHARS_MAX;
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}
