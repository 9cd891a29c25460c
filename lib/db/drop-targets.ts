import type { Transaction } from "./database";

/** Removes addresses of alerts, what waits to be sent to them, and rules that have no other target. */
export async function dropTargets(tx: Transaction, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const goneIds = new Set(ids);
  await tx.alertTarget.deleteMany({ where: { projectId, id: { in: [...goneIds] } } });
  await tx.alertMessage.deleteMany({
    where: { projectId, target: { in: [...goneIds] }, status: { in: ["held", "waiting"] } },
  });
  const rules = await tx.alertRule.findMany({ where: { projectId, targets: { hasSome: [...goneIds] } } });
  for (const { id, targets: before } of rules) {
    const targets = before.filter((target) => !goneIds.has(target));
    const where = { projectId_id: { projectId, id } };
    if (targets.length === 0) await tx.alertRule.delete({ where });
    else await tx.alertRule.update({ where, data: { targets } });
  }
}
