/** The rows that a statement is about, and so the nodes of a cluster that it needs: all, or those of some keys. */
export type Place = "everywhere" | PlaceOfKeys;

interface PlaceOfKeys {
  readonly of: KeyKind;
  readonly keys: readonly string[];
}

/** The kind of key by which rows are spread: by their session, or by their stream. */
export type KeyKind = "session" | "stream";

/** What a statement says of itself: which of its parameters hold the keys of its rows. */
export type StatementPlace = "everywhere" | { readonly of: KeyKind; readonly parameters: readonly number[] };

/** By text, for all bundles of this process. Each statement is placed where it is sent, so what is forgotten is said again. */
const shared = globalThis as { sightglassPlaced?: Map<string, StatementPlace> };
const placed = (shared.sightglassPlaced ??= new Map<string, StatementPlace>());
const STATEMENTS_MAX = 5_000;

/**
 * Says that a statement is about the rows of one session, or of some.
 * @param parameters the numbers of those that are keys of sessions, or lists of them
 */
export function placeAtSession(sql: string, ...parameters: readonly number[]): string {
  return place(sql, { of: "session", parameters: parameters.length === 0 ? [1] : parameters });
}

/** Like {@link placeAtSession}, of received records. */
export function placeAtStream(sql: string, ...parameters: readonly number[]): string {
  return place(sql, { of: "stream", parameters: parameters.length === 0 ? [1] : parameters });
}

/** Says that a statement is about rows of sessions or streams on any node. */
export function placeEverywhere(sql: string): string {
  return place(sql, "everywhere");
}

function place(sql: string, at: StatementPlace): string {
  if (placed.has(sql)) return sql;
  if (placed.size >= STATEMENTS_MAX) placed.clear();
  placed.set(sql, at);
  return sql;
}

/** What a statement said of itself; `undefined` for one about the coordinator's tables, or tables that every node has. */
export function findPlaced(sql: string): StatementPlace | undefined {
  return placed.get(sql);
}

/** The place of a statement with these values; `null` where it needs no node but the coordinator. */
export function findPlace(sql: string, values: readonly unknown[]): Place | null {
  const at = placed.get(sql);
  if (at === undefined) return null;
  if (at === "everywhere") return at;
  const keys = at.parameters.flatMap((no) => values[no - 1]);
  return { of: at.of, keys: [...new Set(keys.filter((key) => typeof key === "string"))] };
}
