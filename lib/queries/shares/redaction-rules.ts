import { redactionRulesSchema } from "@/lib/api/endpoints/shares";
import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";
import { NO_RULES } from "@/lib/redaction/custom";
import type { RedactionRules } from "@/lib/redaction/custom";

/** What a project masks in its shares beyond the usual, and what it does not. */
export async function getRedactionRules(db: Database, project: string): Promise<RedactionRules> {
  return redactionRulesSchema
    .catch({ rules: [], off: [], on: [] })
    .parse((await readSettings(db, project)).redaction ?? NO_RULES);
}
