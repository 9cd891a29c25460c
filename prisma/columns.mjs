/**
 * A generator of Prisma: writes the columns of every table with their types to lib/db/generated/columns.ts, as statements name
 * them that write many rows at once. It is asked and answers in lines of JSON-RPC, the answers on the error output.
 */
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** @typedef {{ name: string, kind: string, type: string, isList: boolean, isRequired: boolean, nativeType?: [string, string[]] | null }} Field */
/** @typedef {{ name: string, dbName: string | null, fields: Field[] }} Model */

/** Types of PostgreSQL, by the schema's own type and by its `@db` type. */
const TYPES = new Map([
  ["String", "text"],
  ["Boolean", "boolean"],
  ["Int", "int"],
  ["BigInt", "bigint"],
  ["Float", "float8"],
  ["Json", "jsonb"],
  ["Bytes", "bytea"],
  ["DateTime", "timestamptz"],
  ["@Uuid", "uuid"],
  ["@SmallInt", "smallint"],
]);

/** @param {Field} field @returns {string} */
function typeOf({ type, nativeType, isList, isRequired }) {
  const known = TYPES.get(`@${nativeType?.[0]}`) ?? TYPES.get(type) ?? type;
  return `${known}${isList ? "[]" : ""}${isRequired ? "" : "?"}`;
}

/** @param {Model[]} models */
function columnsFile(models) {
  const tables = models.map(({ name, dbName, fields }) => {
    const columns = fields
      .filter(({ kind }) => kind === "scalar")
      .map((field) => `    ${field.name}: "${typeOf(field)}",`);
    return `  ${dbName ?? name}: {\n${columns.join("\n")}\n  },`;
  });
  return `/** Columns by table and field, as prisma/schema.prisma has them. A question mark stands for "may be null". */
export const COLUMNS = {\n${tables.join("\n")}\n} as const;\n`;
}

/** @param {string} method @param {any} params */
function answer(method, params) {
  if (method === "getManifest")
    return { manifest: { prettyName: "columns", defaultOutput: "../lib/db/generated" } };
  const file = path.join(params.generator.output.value, "columns.ts");
  fs.writeFileSync(file, columnsFile(params.dmmf.datamodel.models));
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  /** @type {Record<string, unknown>} */
  const said = { jsonrpc: "2.0", id };
  try {
    said.result = answer(method, params);
  } catch (cause) {
    said.error = { code: 0, message: String(cause), data: {} };
  }
  process.stderr.write(`${JSON.stringify(said)}\n`);
}
