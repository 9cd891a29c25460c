/** A statement about one session that its node of a cluster runs. */
export interface NodeStatement {
  /** Tables in braces, the session as `$2`, and parameters by their places in `$1`. It answers with one value. */
  readonly text: string;
  readonly tables: readonly string[];
  readonly params: readonly unknown[];
}

/**
 * Sends a statement to a session's node as a whole. The coordinator would plan each of its parts by itself, and copy the rows
 * of each to the node, which costs several times as much (docs/cluster.md has the figures).
 * @returns the call, whose column `answer` has what the statement answered (`write_on_node` in `prisma/citus.sql`)
 */
export function callOnNode(
  session: string,
  { text, tables, params }: NodeStatement,
): { sql: string; values: unknown[] } {
  const sql = "SELECT write_on_node($1::uuid, $2::text, $3::text[], $4::text[]) AS answer";
  return { sql, values: [session, text, [...tables], params.map(textOf)] };
}

/** A value as text that PostgreSQL reads with a cast to its type. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  if (typeof value === "object") return JSON.stringify(value);
  return String(value as string | number | bigint | boolean);
}

function elementOf(value: unknown): string {
  const text = textOf(value);
  return text === null ? "NULL" : `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`;
}
