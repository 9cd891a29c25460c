import { ByteRuns } from "../byte-runs";

export type Param = (value: unknown) => string;

/** A column of a list of rows that a statement takes as parameters, a list for each column. */
export interface ParamColumn<Row> {
  readonly name: string;
  readonly type: string;
  readonly of: (row: Row) => unknown;
}

/** How values travel that `unnest` would flatten, or that the client would wrap; as text they are read with a cast. */
const TRAVELS: Readonly<Record<string, { readonly as: string; readonly sent: (value: unknown) => unknown }>> =
  {
    jsonb: { as: "text", sent: JSON.stringify },
    "int[]": { as: "text", sent: (value) => `{${(value as number[]).join(",")}}` },
    "text[]": { as: "text", sent: (value) => `{${(value as string[]).map(quoteText).join(",")}}` },
    bigint: {
      as: "bigint",
      sent: (value) => String(typeof value === "number" ? Math.round(value) : value),
    },
    timestamptz: { as: "timestamptz", sent: (value) => (value as Date).toISOString() },
  };

function quoteText(text: string): string {
  return `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`;
}

export interface List {
  /** The rows as the list `t`. */
  readonly sql: string;
  /** SQL for the value of each column, in their order. */
  readonly values: readonly string[];
}

/** Rows as parameters of a statement. */
export function listOf<Row>(columns: readonly ParamColumn<Row>[], rows: readonly Row[], param: Param): List {
  const lists: string[] = [];
  const names: string[] = [];
  const list = (name: string, type: string, values: readonly unknown[]) => {
    lists.push(`${param(values)}::${type}[]`);
    names.push(`"${name}"`);
    return `t."${name}"`;
  };
  const values = columns.map(({ name, type, of }) => {
    const rowValues = rows.map((row) => of(row) ?? null);
    if (type === "bytea") return packBytes(name, rowValues as (Uint8Array | null)[], list, param);
    const { as, sent } = TRAVELS[type] ?? { as: type, sent: (value: unknown) => value };
    const value = list(
      name,
      as,
      rowValues.map((rowValue) => (rowValue === null ? null : sent(rowValue))),
    );
    return as === type ? value : `${value}::${type}`;
  });
  return { sql: `unnest(${lists.join(", ")}) AS t (${names.join(", ")})`, values };
}

/** One row as parameters. A cluster computes no value of an update from a list that would have to be read as an array. */
export function bindRow<Row>(columns: readonly ParamColumn<Row>[], row: Row, param: Param): List {
  const arrays = columns.map(({ name, type, of }) => {
    const value = of(row) ?? null;
    const sentValue = value === null || type.endsWith("[]") ? value : (TRAVELS[type]?.sent(value) ?? value);
    return `${param(sentValue)}::${type} AS "${name}"`;
  });
  return { sql: `(SELECT ${arrays.join(", ")}) AS t`, values: columns.map(({ name }) => `t."${name}"`) };
}

/** Makes one parameter of all bytes of a column: a list of them would be sent as text of twice the length. */
function packBytes(
  name: string,
  values: readonly (Uint8Array | null)[],
  list: (name: string, type: string, values: readonly unknown[]) => string,
  param: Param,
): string {
  const runs = new ByteRuns();
  const places = values.map((row) => (row === null ? null : runs.add(row)));
  const at = list(
    `${name}_at`,
    "int",
    places.map((place) => place?.at ?? null),
  );
  const size = list(
    `${name}_size`,
    "int",
    places.map((place) => place?.size ?? null),
  );
  return `substr(${param(runs.joinWhole())}::bytea, ${at}, ${size})`;
}
