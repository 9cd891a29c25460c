import { placeAtSession } from "../places";

/**
 * Sends a statement to a session's node as a whole. The coordinator would plan each of its parts by itself, and copy the rows
 * of each to the node, which costs several times as much (docs/cluster.md has the figures).
 * @param statement has its `tables` in braces, the session as `$2`, and the parameters by their places in `$1`; it answers with
 * one value
 * @returns the call, whose column `answer` has what the statement answered (`write_on_node` in `prisma/citus.sql`)
 */
export function makeNodeCall(
  session: string,
  statement: string,
  tables: ReadonlySet<string>,
  params: readonly unknown[],
): { sql: string; values: unknown[] } {
  const sql = placeAtSession("SELECT write_on_node($1::uuid, $2::text, $3::text[], $4::text[]) AS answer");
  return { sql, values: [session, statement, [...tables], params.map(writeText)] };
}

/** A value as text that PostgreSQL reads with a cast to its type. */
export function writeText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(writeElement).join(",")}}`;
  if (typeof value === "object") return JSON.stringify(value);
  return String(value as string | number | bigint | boolean);
}

function writeElement(value: unknown): string {
  const text = writeText(value);
  return text === null ? "NULL" : `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`;
}
