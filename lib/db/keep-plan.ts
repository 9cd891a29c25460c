/**
 * A prefix for statements whose plan each connection keeps, because planning can cost more than running them. Only for
 * a few fixed statement texts whose plan does not depend on their parameters.
 */
export const KEEP_PLAN = "/* keep plan */ ";

/** Plans take memory in each connection. */
const STATEMENTS_MAX = 60;
const names = new Map<string, string>();

/** The name of a prepared statement; empty if its plan is not kept. */
export function nameStatement(sql: string): string {
  if (!sql.startsWith(KEEP_PLAN)) return "";
  const cached = names.get(sql);
  if (cached !== undefined) return cached;
  if (names.size >= STATEMENTS_MAX) return "";
  const name = `kept_${names.size}`;
  names.set(sql, name);
  return name;
}
