import type { ColumnType, SqlResultSet } from "@prisma/driver-adapter-utils";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import { Prisma } from "./generated/client";

type Read = (value: never) => unknown;

const instant = (text: string): Date => new Date(text);
const time = (text: string): Date => new Date(`1970-01-01T${text}Z`);
const decimal = (text: string): Prisma.Decimal => new Prisma.Decimal(text);
const json = (text: string): unknown => JSON.parse(text);
/** A nested list is read to its elements. */
const each =
  <T>(read: (value: T) => unknown) =>
  (list: readonly (T | null)[]): unknown[] =>
    list.map((value) => (value === null ? null : read(value)));

const READ: Partial<Record<ColumnType, Read>> = {
  [ColumnTypeEnum.Int64]: (text: string) => BigInt(text),
  [ColumnTypeEnum.Int64Array]: each((text: string) => BigInt(text)),
  [ColumnTypeEnum.Numeric]: decimal,
  [ColumnTypeEnum.NumericArray]: each(decimal),
  [ColumnTypeEnum.Date]: instant,
  [ColumnTypeEnum.DateArray]: each(instant),
  [ColumnTypeEnum.DateTime]: instant,
  [ColumnTypeEnum.DateTimeArray]: each(instant),
  [ColumnTypeEnum.Time]: time,
  [ColumnTypeEnum.TimeArray]: each(time),
  [ColumnTypeEnum.Json]: json,
  [ColumnTypeEnum.JsonArray]: each(json),
};

/** Rows with the values that Prisma's client gives for the same columns; bytes are a Buffer. */
export function clientRows({ columnNames, columnTypes, rows }: SqlResultSet): Record<string, unknown>[] {
  const columns = columnNames.map((name, i) => ({ name, read: READ[columnTypes[i] as ColumnType] }));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [i, { name, read }] of columns.entries()) {
      const value = values[i];
      row[name] = value === null || read === undefined ? value : read(value as never);
    }
    return row;
  });
}

/** A parameter as the driver takes it. Times are absolute, whatever the time zone of this process. */
export function argOf(value: unknown): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.some((one) => one instanceof Date) ? value.map(argOf) : value;
  return value instanceof Date ? value.toISOString() : value;
}
