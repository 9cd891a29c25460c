import type { Listed } from "./listed";

interface ColumnTypes {
  int: number;
  bigint: number | bigint;
  smallint: number;
  real: number;
  float8: number;
  text: string;
  boolean: boolean;
  uuid: string;
  jsonb: object;
  "int[]": readonly number[];
  bytea: Uint8Array;
}
type ColumnType = keyof ColumnTypes;

/** Columns by field name; the column is the field in snake case. A question mark stands for "may be null". */
export type Columns = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

export interface Table<C extends Columns> extends AnyTable {
  readonly key: keyof C & string;
  readonly columns: C;
}

export interface AnyTable {
  readonly name: string;
  readonly key: string;
  readonly columns: Columns;
}

export type RowOf<T> = T extends Table<infer C> ? { [Field in keyof C]: FieldType<C[Field]> } : never;
type FieldType<Spec> = Spec extends ColumnType
  ? ColumnTypes[Spec]
  : Spec extends `${infer T extends ColumnType}?`
    ? ColumnTypes[T] | null
    : never;

export function table<const C extends Columns>(name: string, key: keyof C & string, columns: C): Table<C> {
  return { name, key, columns };
}

export type Fields = Readonly<Record<string, unknown>>;

/** Rows for one of the tables. */
export interface TableRows {
  readonly of: AnyTable;
  readonly rows: Iterable<Fields>;
}

export function rowsFor<C extends Columns>(of: Table<C>, rows: Iterable<RowOf<Table<C>>>): TableRows {
  return { of, rows };
}

/** The columns of a list of rows with these fields. */
export function listed(columns: Columns): Listed<Fields>[] {
  return Object.entries(columns).map(([field, spec]) => ({
    name: snakeCase(field),
    type: spec.replace("?", ""),
    of: (row) => row[field],
  }));
}

/** For rows of which some may stand, which are then updated. */
export function updateOfStanding(of: AnyTable): string {
  const updates = Object.keys(of.columns)
    .filter((field) => field !== of.key)
    .map((field) => `"${snakeCase(field)}" = excluded."${snakeCase(field)}"`);
  return `ON CONFLICT (session_id, "${snakeCase(of.key)}") DO UPDATE SET ${updates.join(", ")}`;
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
