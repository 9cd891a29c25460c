import { randomBytes, randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { GRANT_NEEDS, holdGiver } from "@/lib/access/grant";
import type { CommandOf } from "@/lib/access/write-context";
import { type AddressRules, describeRefusedAddress } from "@/lib/alerts/address";
import type { AlertRuleBody, AlertsResult, AlertTargetBody } from "@/lib/api/endpoints/alerts";
import { BROWSER_TARGET } from "@/lib/core/alert/browser-target";
import { dropTargets } from "@/lib/db/drop-targets";
import { instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";

const SECRET_BYTES = 32;
const TARGETS_MAX = 50;
const RULES_MAX = 200;

export function readAddressRules(): AddressRules {
  const { mode, alertHosts } = instance();
  return { privateAllowed: mode === "local", hosts: alertHosts };
}

/** @throws AppError `invalid_body` for an address that may not be called */
export async function createTarget({
  ctx: { db, caller },
  input: { name, url, format },
}: CommandOf<AlertTargetBody>): Promise<{ target: AlertsResult["targets"][number]; secret: string }> {
  const refusal = describeRefusedAddress(url, readAddressRules());
  if (refusal !== null) throw makeRefusal("url", refusal);
  const { project: projectId } = caller;
  const secret = `sga_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const row = await db.$transaction(async (tx) => {
    const giver = await holdGiver(tx, caller, GRANT_NEEDS["alert target"]);
    if ((await tx.alertTarget.count({ where: { projectId } })) >= TARGETS_MAX)
      throw makeRefusal("name", `a project has at most ${TARGETS_MAX} targets`);
    await noteInAuditLog(tx, caller, "alert-target.created", {
      target: name,
      detail: { host: new URL(url).host },
    });
    return tx.alertTarget.create({ data: { projectId, id: randomUUID(), name, url, format, secret, giver } });
  });
  return { target: { id: row.id, name, url, format, createdAt: row.createdAt.toISOString() }, secret };
}

/**
 * Also removes rules that have no other target.
 * @throws AppError `not_found`
 */
export async function removeTarget({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  const { project: projectId } = caller;
  await db.$transaction(async (tx) => {
    const row = await tx.alertTarget.findUnique({ where: { projectId_id: { projectId, id } } });
    if (row === null) throw notFound("the target");
    await dropTargets(tx, projectId, [id]);
    await noteInAuditLog(tx, caller, "alert-target.removed", { target: row.name });
  });
}

/** @throws AppError `invalid_body` for a target of another project */
export async function createRule({
  ctx: { db, caller },
  input: { name, rule, targets },
}: CommandOf<AlertRuleBody>): Promise<AlertsResult["rules"][number]> {
  const { project: projectId } = caller;
  const row = await db.$transaction(async (tx) => {
    const known = await tx.alertTarget.findMany({
      where: { projectId, id: { in: targets } },
      select: { id: true },
    });
    const missing = targets.find((id) => id !== BROWSER_TARGET && known.every((one) => one.id !== id));
    if (missing !== undefined) throw makeRefusal("targets", `there is no target ${missing}`);
    if ((await tx.alertRule.count({ where: { projectId } })) >= RULES_MAX)
      throw makeRefusal("name", `a project has at most ${RULES_MAX} rules`);
    await noteInAuditLog(tx, caller, "alert-rule.created", { target: name });
    return tx.alertRule.create({
      data: { projectId, id: randomUUID(), name, rule, targets: [...new Set(targets)] },
    });
  });
  return { id: row.id, name, rule, targets: row.targets, createdAt: row.createdAt.toISOString() };
}

/**
 * Also removes what the rule has not sent yet.
 * @throws AppError `not_found`
 */
export async function removeRule({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  const { project: projectId } = caller;
  await db.$transaction(async (tx) => {
    const row = await tx.alertRule.findUnique({ where: { projectId_id: { projectId, id } } });
    if (row === null) throw notFound("the rule");
    await tx.alertRule.delete({ where: { projectId_id: { projectId, id } } });
    await tx.alertMessage.deleteMany({
      where: { projectId, rule: id, status: { in: ["held", "waiting"] } },
    });
    await noteInAuditLog(tx, caller, "alert-rule.removed", { target: row.name });
  });
}

function makeRefusal(path: string, message: string): AppError {
  return new AppError("invalid_body", `${path}: ${message}`, [{ path, code: "custom", message }]);
}
