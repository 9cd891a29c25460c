import type { AuditAction } from "@/lib/core/audit-log";
import type { Transaction } from "@/lib/db/client";
import type { Caller } from "./caller";
import { actorName } from "./caller";

/** Facts about an action. They never hold content of a session. */
export interface AuditDetail {
  readonly target?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** The id of the person whom it concerns, where somebody unknown acted. Their projects see the entry. */
  readonly concerns?: string;
}

export async function noteInAuditLog(
  db: Pick<Transaction, "auditEntry">,
  caller: Caller,
  action: AuditAction,
  { target, detail = {}, concerns }: AuditDetail = {},
): Promise<void> {
  await db.auditEntry.create({
    data: {
      projectId: caller.project === "" ? null : caller.project,
      userId: caller.actor.kind === "user" ? caller.actor.id : (concerns ?? null),
      actor: actorName(caller.actor),
      address: caller.address,
      action,
      target: target ?? null,
      detail,
    },
  });
}

export async function auditSystem(
  db: Pick<Transaction, "auditEntry">,
  project: string,
  action: AuditAction,
  { target, detail = {} }: AuditDetail = {},
): Promise<void> {
  await db.auditEntry.create({
    data: { projectId: project, actor: "Sightglass", action, target: target ?? null, detail },
  });
}
