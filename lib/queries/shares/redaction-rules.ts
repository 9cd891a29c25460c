import { isAllowed } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { redactionRulesSchema } from "@/lib/api/schemas/redaction-rules";
import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";
import { CLASSES, listClassNames } from "@/lib/redaction/classes";
import type { Found } from "@/lib/redaction/detector";
import { NO_CUSTOM_RULES } from "@/lib/redaction/custom";
import type { RedactionRules } from "@/lib/redaction/custom";

/** What the caller's project looks for, and whether the caller may change it. */
export async function readRedactionClasses(
  db: Database,
  caller: Caller,
): Promise<{ lookedFor: string[]; toChoose: string[]; mayTeach: boolean }> {
  const rules = await getRedactionRules(db, caller.project);
  return { ...listClassNames(rules), mayTeach: isAllowed(caller, "manage") };
}

/** A class that a project can turn off, by its id; or the project's own rule. */
export function describeKind({ detector, label }: Pick<Found, "detector" | "label">): {
  kind: string;
  kindLabel: string;
} {
  const known = CLASSES.find(({ id }) => id === detector);
  return { kind: known === undefined ? `rule: ${label}` : detector, kindLabel: known?.label ?? label };
}

export async function getRedactionRules(db: Database, project: string): Promise<RedactionRules> {
  return redactionRulesSchema
    .catch({ rules: [], off: [], on: [] })
    .parse((await readSettings(db, project)).redaction ?? NO_CUSTOM_RULES);
}

/**
 * What is masked in a share: the project's rules, and the full names of its members. A name of one word means too much
 * to be masked.
 */
export async function readMaskedRules(db: Database, project: string): Promise<RedactionRules> {
  const [rules, members] = await Promise.all([
    getRedactionRules(db, project),
    db.membership.findMany({ where: { projectId: project }, select: { userId: true } }),
  ]);
  const ids = members.map(({ userId }) => userId);
  const people = await db.user.findMany({ where: { id: { in: ids } }, select: { name: true } });
  const names = people
    .map(({ name }) => name.trim())
    .filter((name) => /\S\s+\S/.test(name) && !name.includes("*"));
  const named = names.map((pattern) => ({ name: "name of a member", kind: "text" as const, pattern }));
  return { ...rules, rules: [...rules.rules, ...named] };
}
