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

/** Arrays and JSON travel as text, because `unnest` would flatten them, and bytes, because lists of them are sent as longer text. */
const TRAVELS_AS_TEXT: ReadonlySet<string> = new Set(["jsonb", "int[]", "bytea"]);
export const ROWS_PER_STATEMENT = 5_000;

export type Param = (value: unknown) => string;

/** The session is the statement's first parameter. */
export type StatementPart = (param: Param) => string;

/** A statement that begins with parts, each with a name of its own, and takes further parameters. */
export function begun(of: readonly StatementPart[]): { values: unknown[]; param: Param; parts: string } {
  const values: unknown[] = [];
  const param: Param = (value) => `$${values.push(value)}`;
  return { values, param, parts: of.map((part, i) => `part${i} AS (${part(param)})`).join(", ") };
}

/** Whether rows with the same keys may exist, which are then updated. */
export type KeptRows = "nothing stands" | "may stand";

export function* rowParts<C extends Columns>(
  of: Table<C>,
  rows: Iterable<RowOf<Table<C>>>,
  standing: KeptRows,
): Generator<{ readonly part: StatementPart; readonly rows: number }> {
  const fields = fieldsOf(of);
  const conflict = standing === "may stand" ? conflictOf(of) : "";
  for (const slice of slicesOf(rows as Iterable<Record<string, unknown>>))
    yield {
      part: (param) =>
        `${insertion(of.name, fields, "$1::uuid")} FROM ${listed(fields, slice, param)} ${conflict}`,
      rows: slice.length,
    };
}

/**
 * The rows are new, and each has its session's key.
 * @param whose the statement's name for the sessions, with a column `session_id`, to which the rows belong
 */
export function* rowPartsOfMany(
  of: AnyTable,
  rows: Iterable<Record<string, unknown> & { readonly sessionId: string }>,
  whose: string,
): Generator<StatementPart> {
  const fields = fieldsOf(of);
  const listedFields = [...fields, SESSION_FIELD];
  for (const slice of slicesOf(rows))
    yield (param) =>
      `${insertion(of.name, fields, `${whose}.session_id`)} FROM ${listed(listedFields, slice, param)}
        JOIN ${whose} ON ${whose}.session_id = c${fields.length}`;
}

/** Rows of sessions that exist. Each has its session's key, and some may stand, which are then updated. */
export function* rowPartsOfSessions(
  of: AnyTable,
  rows: Iterable<Record<string, unknown> & { readonly sessionId: string }>,
): Generator<StatementPart> {
  const fields = fieldsOf(of);
  for (const slice of slicesOf(rows))
    yield (param) =>
      `${insertion(of.name, fields, `c${fields.length}`)} FROM ${listed([...fields, SESSION_FIELD], slice, param)} ${conflictOf(of)}`;
}

function conflictOf(of: AnyTable): string {
  const updates = fieldsOf(of)
    .filter(({ field }) => field !== of.key)
    .map(({ column }) => `${column} = excluded.${column}`);
  return `ON CONFLICT (session_id, "${snakeCase(of.key)}") DO UPDATE SET ${updates.join(", ")}`;
}

interface Field {
  readonly field: string;
  readonly column: string;
  readonly type: string;
  readonly as: string;
}

const SESSION_FIELD: Field = { field: "sessionId", column: "session_id", type: "uuid", as: "uuid" };

function fieldsOf({ columns }: AnyTable): Field[] {
  return Object.entries(columns).map(([field, spec]) => {
    const type = spec.replace("?", "");
    return { field, column: `"${snakeCase(field)}"`, type, as: TRAVELS_AS_TEXT.has(type) ? "text" : type };
  });
}

function insertion(name: string, fields: readonly Field[], session: string): string {
  const sources = fields.map(({ type, as }, i) =>
    type === "bytea" ? `decode(c${i}, 'base64')` : as === type ? `c${i}` : `c${i}::${type}`,
  );
  return `INSERT INTO "${name}" (session_id, ${fields.map((f) => f.column).join(", ")})
        SELECT ${session}, ${sources.join(", ")}`;
}

function listed(fields: readonly Field[], rows: readonly Record<string, unknown>[], param: Param): string {
  const lists = fields.map(
    ({ field, type, as }) => `${param(rows.map((row) => toParameter(row[field], type)))}::${as}[]`,
  );
  return `unnest(${lists.join(", ")}) AS t (${fields.map((_, i) => `c${i}`).join(", ")})`;
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

export interface TableRows {
  readonly name: string;
  readonly of: AnyTable;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly parts: () => Iterable<{ readonly part: StatementPart; readonly rows: number }>;
}

export function rowsFor<C extends Columns>(of: Table<C>, rows: readonly RowOf<Table<C>>[]): TableRows {
  return { name: of.name, of, rows, parts: () => rowParts(of, rows, "nothing stands") };
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toParameter(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === "jsonb") return JSON.stringify(value);
  if (type === "bytea") return Buffer.from(value as Uint8Array).toString("base64");
  if (type === "int[]") return `{${(value as number[]).join(",")}}`;
  // As text, since the client wraps every bigint.
  if (type === "bigint") return String(Math.round(value as number));
  return value;
}
