/** A part of a file or page; `from` and `to` are both included. Parts with different units cannot be compared. */
export interface Part {
  readonly unit: string;
  readonly from: number;
  /** `Infinity` means to the end. */
  readonly to: number;
}

const STARTS: readonly (readonly [string, string])[] = [
  ["start_line", "lines"],
  ["line_start", "lines"],
  ["start_line_one_indexed", "lines"],
  ["from_line", "lines"],
  ["begin_line", "lines"],
  ["line_number", "lines"],
  ["offset", "offset"],
  ["start", "offset"],
  ["start_index", "offset"],
  ["from", "offset"],
  ["page", "page"],
  ["page_number", "page"],
  ["cursor", "cursor"],
];
const ENDS = [
  "end_line",
  "line_end",
  "end_line_one_indexed_inclusive",
  "to_line",
  "finish_line",
  "end",
  "end_index",
  "to",
];
const LENGTHS = [
  "limit",
  "max_lines",
  "num_lines",
  "line_count",
  "max_length",
  "max_chars",
  "length",
  "count",
  "page_size",
];
const RANGES = ["view_range", "range", "lines", "line_range", "pages"];

/** Names of arguments that say which part is wanted: lower case with underscores. */
export const PART_KEYS: ReadonlySet<string> = new Set([
  ...STARTS.map(([key]) => key),
  ...ENDS,
  ...LENGTHS,
  ...RANGES,
]);

/** The part that arguments ask for; `null` for the whole. */
export function parsePart(fields: ReadonlyMap<string, unknown>): Part | null {
  const range = RANGES.map((key) => parseSpan(fields.get(key))).find((span) => span !== null);
  if (range !== undefined && range !== null) return { unit: "lines", from: range[0], to: range[1] };
  const readNumber = (key: string) => parseNumber(fields.get(key));
  const start = STARTS.find(([key]) => fields.get(key) != null);
  const [key, unit] = start ?? ["", "offset"];
  const opaque = start === undefined ? null : fields.get(key);
  const from = readNumber(key);
  if (opaque != null && from === null) return { unit: `${unit} ${JSON.stringify(opaque)}`, from: 0, to: 0 };
  const end = ENDS.map(readNumber).find((number) => number !== null) ?? null;
  const length = LENGTHS.map(readNumber).find((number) => number !== null) ?? null;
  if (from === null && end === null && length === null) return null;
  const first = from ?? (unit === "lines" ? 1 : 0);
  if (unit === "page") return { unit, from: first, to: first };
  if (end !== null && end < 0) return { unit, from: first, to: Infinity };
  return {
    unit: unit === "lines" || end === null ? unit : "lines",
    from: first,
    to: end ?? (length === null ? Infinity : first + length - 1),
  };
}

/**
 * Whether two parts share at least half of the smaller one. The whole contains every part except an open end: readers
 * cut long texts off, and the open end is where reading continues.
 */
export function partsMeet(a: Part | null, b: Part | null): boolean {
  if (a === null || b === null) return !isRest(a) && !isRest(b);
  if (!isComparable(a.unit, b.unit)) return false;
  if (a.to === Infinity && b.to === Infinity) return a.from === b.from;
  const common = Math.min(a.to, b.to) - Math.max(a.from, b.from) + 1;
  return common > 0 && common * 2 >= Math.min(sizeOf(a), sizeOf(b));
}

function isRest(part: Part | null): boolean {
  return part !== null && part.to === Infinity && part.from > 1;
}

function isComparable(a: string, b: string): boolean {
  const lines = ["lines", "offset"];
  return a === b || (lines.includes(a) && lines.includes(b));
}

function sizeOf({ from, to }: Part): number {
  return to - from + 1;
}

function parseSpan(value: unknown): [number, number] | null {
  const ends: readonly unknown[] = Array.isArray(value)
    ? value
    : (/^(\d+)\s*[-,:]\s*(-?\d+)$/.exec(String(value))?.slice(1) ?? []);
  const [from, to] = ends.map(parseNumber);
  return from == null || to == null ? null : [from, to < 0 ? Infinity : to];
}

function parseNumber(value: unknown): number | null {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : null;
}
