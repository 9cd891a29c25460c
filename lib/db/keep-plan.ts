/**
 * At the beginning of a statement: each connection keeps the plan of it, which for some of them costs more than what they
 * do. Only for statements whose text is one of a few, and whose plan is the same whatever their parameters are.
 */
export const KEEP_PLAN = "/* keep plan */ ";

/** Plans take memory in each connection. */
const STATEMENTS_MAX = 60;
const names = new Map<string, string>();

/** The name under which a connection knows a statement; empty where its plan is not kept. */
export function statementName(sql: string): string {
  if (!sql.startsWith(KEEP_PLAN)) return "";
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= STATEMENTS_MAX) return "";
  const name = `kept_${names.size}`;
  names.set(sql, name);
  return name;
}
