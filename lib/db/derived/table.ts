import type { Queryable } from "../client";

interface ColumnTypes {
  int: number;
  bigint: number;
  smallint: number;
  real: number;
  float8: number;
  text: string;
  boolean: boolean;
  uuid: string;
  jsonb: object;
  "int[]": readonly number[];
}
type ColumnType = keyof ColumnTypes;

/** Columns by field name; the column is the field in snake case. A question mark stands for "may be null". */
type Columns = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

/** A per-session table: its name, its columns, and the one that is its key beside the session. */
export interface Table<C extends Columns> {
  readonly name: string;
  readonly key: keyof C & string;
  readonly columns: C;
}

/** A row of a table as it is written. */
export type RowOf<T> = T extends Table<infer C> ? { [Field in keyof C]: FieldType<C[Field]> } : never;
type FieldType<Spec> = Spec extends ColumnType
  ? ColumnTypes[Spec]
  : Spec extends `${infer T extends ColumnType}?`
    ? ColumnTypes[T] | null
    : never;

export function table<const C extends Columns>(name: string, key: keyof C & string, columns: C): Table<C> {
  return { name, key, columns };
}

/** Arrays and JSON travel as text, because `unnest` would flatten them. */
const TRAVELS_AS_TEXT: ReadonlySet<string> = new Set(["jsonb", "int[]"]);
const ROWS_PER_STATEMENT = 5_000;

/** Inserts rows or brings those that are there up to date: one statement for thousands of rows. */
export async function upsertRows<C extends Columns>(
  tx: Queryable,
  { name, key, columns }: Table<C>,
  session: string,
  rows: Iterable<RowOf<Table<C>>>,
): Promise<void> {
  const fields = Object.entries(columns).map(([field, spec]) => ({
    field,
    column: `"${snakeCase(field)}"`,
    type: spec.replace("?", ""),
  }));
  const travels = fields.map(({ type }) => (TRAVELS_AS_TEXT.has(type) ? "text" : type));
  const sources = fields.map(({ type }, i) => (travels[i] === type ? `c${i}` : `c${i}::${type}`));
  const updates = fields
    .filter(({ field }) => field !== key)
    .map(({ column }) => `${column} = excluded.${column}`);
  const sql = `INSERT INTO "${name}" (session_id, ${fields.map((f) => f.column).join(", ")})
    SELECT $1::uuid, ${sources.join(", ")}
    FROM unnest(${travels.map((type, i) => `$${i + 2}::${type}[]`).join(", ")}) AS t (${fields.map((_, i) => `c${i}`).join(", ")})
    ON CONFLICT (session_id, "${snakeCase(key)}") DO UPDATE SET ${updates.join(", ")}`;
  for (const slice of slicesOf(rows as Iterable<Record<string, unknown>>)) {
    await tx.$executeRawUnsafe(
      sql,
      session,
      ...fields.map(({ field, type }) => slice.map((row) => toParameter(row[field], type))),
    );
  }
}

function* slicesOf<T>(rows: Iterable<T>): Generator<T[]> {
  let slice: T[] = [];
  for (const row of rows) {
    slice.push(row);
    if (slice.length < ROWS_PER_STATEMENT) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** Rows of one table, kept together with it until they are written. */
export interface TableRows {
  readonly name: string;
  /** Writes the rows in place of those that the session has. */
  readonly replace: (tx: Queryable, session: string) => Promise<void>;
}

/** Rows that are to take the place of what a session has in a table. */
export function rowsFor<C extends Columns>(of: Table<C>, rows: readonly RowOf<Table<C>>[]): TableRows {
  return {
    name: of.name,
    replace: async (tx, session) => {
      await deleteRows(tx, of.name, session);
      await upsertRows(tx, of, session, rows);
    },
  };
}

/** Removes all rows of a session from a table. */
export async function deleteRows(tx: Queryable, name: string, session: string): Promise<void> {
  await tx.$executeRawUnsafe(`DELETE FROM "${name}" WHERE session_id = $1::uuid`, session);
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toParameter(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === "jsonb") return JSON.stringify(value);
  if (type === "int[]") return `{${(value as number[]).join(",")}}`;
  if (type === "bigint") return BigInt(Math.round(value as number));
  return value;
}
