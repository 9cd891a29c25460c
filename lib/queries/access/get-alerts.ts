import { ALERT_STATES, type AlertMessageResult, type AlertsResult } from "@/lib/api/endpoints/alerts";
import { BROWSER_TARGET } from "@/lib/core/alert/browser-target";
import { ALERT_FORMATS } from "@/lib/core/alert/choices";
import { alertRuleSchema } from "@/lib/core/alert/rule";
import type { Database } from "@/lib/db/client";
import type { AlertMessage as MessageRow } from "@/lib/db/generated/client";

const MESSAGES_SHOWN = 100;

/** Without the secrets. */
export async function getAlerts(db: Database, projectId: string): Promise<AlertsResult> {
  const [targets, rules, messages] = await Promise.all([
    db.alertTarget.findMany({ where: { projectId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
    db.alertRule.findMany({ where: { projectId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }),
    db.alertMessage.findMany({
      where: { projectId },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      take: MESSAGES_SHOWN,
    }),
  ]);
  const ruleNames = new Map(rules.map(({ id, name }) => [id, name]));
  const targetNames = new Map(targets.map(({ id, name }) => [id, name]));
  return {
    targets: targets.map(({ id, name, url, format: storedFormat, createdAt }) => ({
      id,
      name,
      url,
      format: ALERT_FORMATS.find((format) => format === storedFormat) ?? "json",
      createdAt: createdAt.toISOString(),
    })),
    rules: rules.flatMap(({ id, name, rule: storedRule, targets: to, createdAt }) => {
      const { data: rule } = alertRuleSchema.safeParse(storedRule);
      return rule === undefined ? [] : [{ id, name, rule, targets: to, createdAt: createdAt.toISOString() }];
    }),
    messages: messages.map((row) => describeMessage(row, ruleNames, targetNames)),
  };
}

export function describeMessage(
  { id, rule, target, session, status: storedStatus, attempts, answer, createdAt, dueAt, sentAt }: MessageRow,
  rules: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, string>,
): AlertMessageResult {
  const status = ALERT_STATES.find((state) => state === storedStatus) ?? "dead";
  return {
    id,
    rule: rules.get(rule ?? "") ?? null,
    target: target === BROWSER_TARGET ? "browsers" : (targets.get(target) ?? null),
    session,
    status,
    attempts,
    answer,
    createdAt: createdAt.toISOString(),
    dueAt: status === "held" || status === "waiting" ? dueAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
  };
}
