import { redactionRulesSchema } from "@/lib/api/endpoints/shares";
import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";
import { classNames } from "@/lib/redaction/classes";
import { NO_RULES } from "@/lib/redaction/custom";
import type { RedactionRules } from "@/lib/redaction/custom";

export async function redactionClasses(
  db: Database,
  project: string,
): Promise<{ lookedFor: string[]; toChoose: string[] }> {
  return classNames(await getRedactionRules(db, project));
}

export async function getRedactionRules(db: Database, project: string): Promise<RedactionRules> {
  return redactionRulesSchema
    .catch({ rules: [], off: [], on: [] })
    .parse((await readSettings(db, project)).redaction ?? NO_RULES);
}
