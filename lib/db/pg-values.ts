import type { CustomTypesConfig } from "pg";
import { driverTypes } from "./connections.mjs";

type Parse = (text: string) => unknown;

const { builtins } = driverTypes;
const ARRAYS = { int8: 1016, numeric: 1231, date: 1182, timestamp: 1115 } as const;

/** PostgreSQL's text for an array, whose elements the driver's own parser of texts finds. */
const eachOf =
  (parse: Parse): Parse =>
  (text) =>
    (driverTypes.getTypeParser(TEXTS, "text")(text) as (string | null)[]).map((item) =>
      item === null ? null : parse(item),
    );
const TEXTS: number = 1009;

/** Times without a zone are UTC, whatever the time zone of this process. */
const instant: Parse = (text) => new Date(`${text}Z`);
const day: Parse = (text) => new Date(text);

/** Parsers for types that the driver gives as text, or as a time of this process's zone. */
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, BigInt],
  [builtins.OID, BigInt],
  [ARRAYS.int8, eachOf(BigInt)],
  [builtins.NUMERIC, Number],
  [ARRAYS.numeric, eachOf(Number)],
  [builtins.DATE, day],
  [ARRAYS.date, eachOf(day)],
  [builtins.TIMESTAMP, instant],
  [ARRAYS.timestamp, eachOf(instant)],
]);

/**
 * How columns become values: whole numbers of eight bytes are `bigint`, as Prisma's client gives them; numerics are numbers,
 * times are dates, documents are parsed, bytes are a Buffer.
 */
export const COLUMN_TYPES: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ?? driverTypes.getTypeParser(oid, format),
};

/** A parameter as the driver takes it. Times are absolute, whatever the time zone of this process. */
export function argOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.some((item) => item instanceof Date) ? value.map(argOf) : value;
  return value instanceof Date ? value.toISOString() : value;
}
