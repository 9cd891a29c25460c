import { loadModule, parseSync } from "libpg-query";
import placement from "@/prisma/placement.json";
import { complaintsAbout, momentsIn } from "./judge";
import { allOf, partsOf, under } from "./syntax";

const ON_COORDINATOR = new Set(placement.coordinator);

/** Why a migration would fail on a cluster, or leave its nodes different; empty if it would not. */
export async function complaintsAboutMigration(sql: string): Promise<string[]> {
  await loadModule();
  const altered = allOf(parseSync(sql), "AlterTableStmt").flatMap((statement) => {
    const table = String(under(statement, "relation").relname);
    if (ON_COORDINATOR.has(table)) return [];
    const changes = partsOf(statement.cmds).map((part) => under(part, "AlterTableCmd"));
    const found: string[] = [];
    if (changes.length > 1 && changes.some(({ subtype }) => subtype === "AT_AddConstraint"))
      found.push(`adds a constraint to ${table} beside other changes: in a statement of its own`);
    const moments = momentsIn(changes.filter(({ subtype }) => subtype === "AT_AddColumn"));
    if (moments.length > 0)
      found.push(`fills a column of ${table} with ${moments.join(", ")}: each copy would get another`);
    return found;
  });
  return [...altered, ...(await complaintsAbout(sql))];
}
