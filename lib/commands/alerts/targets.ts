import { randomBytes, randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { type AddressRules, refusedAddress } from "@/lib/alerts/address";
import type { AlertRuleBody, AlertsResult, AlertTargetBody } from "@/lib/api/endpoints/alerts";
import { BROWSER_TARGET } from "@/lib/core/alert/browser-target";
import type { Database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";

const SECRET_BYTES = 32;
const TARGETS_MAX = 50;
const RULES_MAX = 200;

export function addressRules(): AddressRules {
  const { mode, alertHosts } = instance();
  return { privateAllowed: mode === "local", hosts: alertHosts };
}

/** @throws AppError `invalid_body` for an address that may not be called */
export async function createTarget(
  db: Database,
  caller: Caller,
  { name, url, format }: AlertTargetBody,
): Promise<{ target: AlertsResult["targets"][number]; secret: string }> {
  const refusal = refusedAddress(url, addressRules());
  if (refusal !== null) throw refused("url", refusal);
  const { project: projectId } = caller;
  if ((await db.alertTarget.count({ where: { projectId } })) >= TARGETS_MAX)
    throw refused("name", `a project has at most ${TARGETS_MAX} targets`);
  const secret = `sga_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const row = await db.alertTarget.create({
    data: { projectId, id: randomUUID(), name, url, format, secret },
  });
  await noteInAuditLog(db, caller, "alert-target.created", {
    target: name,
    detail: { host: new URL(url).host },
  });
  return { target: { id: row.id, name, url, format, createdAt: row.createdAt.toISOString() }, secret };
}

/**
 * Also removes rules that have no other target.
 * @throws AppError `not_found`
 */
export async function removeTarget(db: Database, caller: Caller, id: string): Promise<void> {
  const { project: projectId } = caller;
  const row = await db.alertTarget.findUnique({ where: { projectId_id: { projectId, id } } });
  if (row === null) throw notFound("the target");
  await db.$transaction([
    db.alertTarget.delete({ where: { projectId_id: { projectId, id } } }),
    db.alertMessage.deleteMany({ where: { projectId, target: id, status: { in: ["held", "waiting"] } } }),
  ]);
  const rules = await db.alertRule.findMany({ where: { projectId, targets: { has: id } } });
  for (const rule of rules) {
    const targets = rule.targets.filter((one) => one !== id);
    const where = { projectId_id: { projectId, id: rule.id } };
    if (targets.length === 0) await db.alertRule.delete({ where });
    else await db.alertRule.update({ where, data: { targets } });
  }
  await noteInAuditLog(db, caller, "alert-target.removed", { target: row.name });
}

/** @throws AppError `invalid_body` for a target of another project */
export async function createRule(
  db: Database,
  caller: Caller,
  { name, rule, targets }: AlertRuleBody,
): Promise<AlertsResult["rules"][number]> {
  const { project: projectId } = caller;
  const known = await db.alertTarget.findMany({
    where: { projectId, id: { in: targets } },
    select: { id: true },
  });
  const missing = targets.find((id) => id !== BROWSER_TARGET && known.every((one) => one.id !== id));
  if (missing !== undefined) throw refused("targets", `there is no target ${missing}`);
  if ((await db.alertRule.count({ where: { projectId } })) >= RULES_MAX)
    throw refused("name", `a project has at most ${RULES_MAX} rules`);
  const row = await db.alertRule.create({
    data: { projectId, id: randomUUID(), name, rule, targets: [...new Set(targets)] },
  });
  await noteInAuditLog(db, caller, "alert-rule.created", { target: name });
  return { id: row.id, name, rule, targets: row.targets, createdAt: row.createdAt.toISOString() };
}

/**
 * Also removes what the rule has not sent yet.
 * @throws AppError `not_found`
 */
export async function removeRule(db: Database, caller: Caller, id: string): Promise<void> {
  const { project: projectId } = caller;
  const row = await db.alertRule.findUnique({ where: { projectId_id: { projectId, id } } });
  if (row === null) throw notFound("the rule");
  await db.$transaction([
    db.alertRule.delete({ where: { projectId_id: { projectId, id } } }),
    db.alertMessage.deleteMany({ where: { projectId, rule: id, status: { in: ["held", "waiting"] } } }),
  ]);
  await noteInAuditLog(db, caller, "alert-rule.removed", { target: row.name });
}

function refused(path: string, message: string): AppError {
  return new AppError("invalid_body", `${path}: ${message}`, [{ path, code: "custom", message }]);
}
