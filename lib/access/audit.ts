import type { AuditAction } from "@/lib/core/audit";
import type { Database } from "@/lib/db/client";
import type { Caller } from "./caller";
import { actorName } from "./caller";

/** What an action was about. Nothing of a session's content belongs in here. */
export interface AuditDetail {
  readonly target?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes down what a caller did in their project. */
export async function audit(
  db: Database,
  caller: Caller,
  action: AuditAction,
  { target, detail = {} }: AuditDetail = {},
): Promise<void> {
  await db.auditEntry.create({
    data: {
      projectId: caller.project === "" ? null : caller.project,
      userId: caller.actor.kind === "user" ? caller.actor.id : null,
      actor: actorName(caller.actor),
      address: caller.address,
      action,
      target: target ?? null,
      detail,
    },
  });
}

/** Writes down what the program did by itself. */
export async function auditSystem(
  db: Database,
  project: string,
  action: AuditAction,
  { target, detail = {} }: AuditDetail = {},
): Promise<void> {
  await db.auditEntry.create({
    data: { projectId: project, actor: "Sightglass", action, target: target ?? null, detail },
  });
}
