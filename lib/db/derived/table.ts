import { COLUMNS } from "../generated/columns";
import type { ParamColumn } from "./list-params";

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
  timestamptz: Date;
  "int[]": readonly number[];
  "text[]": readonly string[];
  bytea: Uint8Array;
}
type ColumnType = keyof ColumnTypes;

/** Columns by field name; the column is the field in snake case. A question mark stands for "may be null". */
export type Columns = Readonly<Record<string, ColumnSpec>>;
type ColumnSpec = ColumnType | `${ColumnType}?`;

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

type TableName = keyof typeof COLUMNS;
type FieldName<N extends TableName> = keyof (typeof COLUMNS)[N] & string;
type Written<N extends TableName, Other> = {
  readonly [Field in Exclude<FieldName<N>, "sessionId" | Other>]: (typeof COLUMNS)[N][Field] & ColumnSpec;
};

/**
 * A table that is written by session, with the columns that prisma/schema.prisma gives it.
 * @param otherFields columns that are not written with its rows
 */
export function makeTable<N extends TableName, const Other extends FieldName<N> = never>(
  name: N,
  key: Exclude<FieldName<N>, "sessionId" | Other>,
  otherFields: readonly Other[] = [],
): Table<Written<N, Other>> {
  const leftOut = new Set<string>(["sessionId", ...otherFields]);
  const writtenColumns = Object.entries(COLUMNS[name]).filter(([field]) => !leftOut.has(field));
  return { name, key, columns: Object.fromEntries(writtenColumns) as Written<N, Other> };
}

export type Fields = Readonly<Record<string, unknown>>;

/** Rows for one of the tables. */
export interface TableRows {
  readonly of: AnyTable;
  readonly rows: Iterable<Fields>;
}

export function pairRows<C extends Columns>(of: Table<C>, rows: Iterable<RowOf<Table<C>>>): TableRows {
  return { of, rows };
}

/** The columns of a list of rows with these fields. */
export function listColumns(columns: Columns): ParamColumn<Fields>[] {
  return Object.entries(columns).map(([field, spec]) => ({
    name: convertToSnakeCase(field),
    type: spec.replace("?", ""),
    of: (row) => row[field],
  }));
}

/** The end of an insertion of rows of which some may exist: these are updated. */
export function updateOfStanding(of: AnyTable): string {
  const updates = Object.keys(of.columns)
    .filter((field) => field !== of.key)
    .map((field) => `"${convertToSnakeCase(field)}" = excluded."${convertToSnakeCase(field)}"`);
  return `ON CONFLICT (session_id, "${convertToSnakeCase(of.key)}") DO UPDATE SET ${updates.join(", ")}`;
}

function convertToSnakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
