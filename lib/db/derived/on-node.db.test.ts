import { expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { writeText } from "./on-node";

const db = testDatabase();
const TEXTS = ["plain", 'a "quote", a \\ and {braces}', "", "NULL", "ünïcode\n日本", null];

it.each([
  ["text[]", TEXTS, TEXTS],
  ["int[]", [1, -2, null], [1, -2, null]],
  ["bytea", new Uint8Array([0, 92, 255]), Buffer.from([0, 92, 255])],
  ["uuid[]", ["0190a0b0-0000-7000-8000-000000000001"], ["0190a0b0-0000-7000-8000-000000000001"]],
  ["timestamptz", new Date(1_700_000_000_123), new Date(1_700_000_000_123)],
  ["boolean", true, true],
  ["float8", 0.1, 0.1],
  ["text", null, null],
])("a value of %s is the same after its way as text", async (type, value, read) => {
  const [row] = await db.$queryRawUnsafe<{ value: unknown }[]>(`SELECT ($1::text[])[1]::${type} AS value`, [
    writeText(value),
  ]);
  expect(row?.value).toEqual(read);
});
