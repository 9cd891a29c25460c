import type { Param } from "./table";

/** A column of a list of rows that a statement takes as parameters, a list for each column. */
export interface Listed<T> {
  readonly name: string;
  readonly type: string;
  readonly of: (row: T) => unknown;
}

/** Lists and JSON travel as text, because `unnest` would flatten them. */
const AS_TEXT: ReadonlySet<string> = new Set(["jsonb"]);

export function listOf<T>(columns: readonly Listed<T>[], rows: readonly T[], param: Param): string {
  const lists = columns.map(
    ({ type, of }) => `${param(rows.map((row) => plain(of(row))))}::${AS_TEXT.has(type) ? "text" : type}[]`,
  );
  return `unnest(${lists.join(", ")}) AS t (${namesOf(columns)})`;
}

export function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => `"${name}"`).join(", ");
}

/** The value of a column in such a list. */
export function castOf({ name, type }: { readonly name: string; readonly type: string }): string {
  return AS_TEXT.has(type) ? `t."${name}"::${type}` : `t."${name}"`;
}

function plain(value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
