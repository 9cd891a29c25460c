import type { Database } from "@/lib/db/client";
import type { Caller } from "./caller";
import { actorName } from "./caller";

/** Everything that is written down, with what the log says about it. */
export const AUDIT_ACTIONS = {
  "signed-in": "signed in",
  "sign-in.failed": "failed to sign in",
  "signed-out": "signed out",
  "member.joined": "joined",
  "member.changed": "changed a role",
  "member.removed": "removed a member",
  "invitation.created": "made an invitation",
  "invitation.withdrawn": "withdrew an invitation",
  "key.created": "created a key",
  "key.rotated": "replaced a key",
  "key.revoked": "revoked a key",
  "key.used": "used a key",
  "project.created": "created the project",
  "retention.changed": "changed how long sessions are kept",
  "retention.applied": "deleted what was older than is kept",
  "session.deleted": "deleted a session",
  "sessions.deleted": "deleted sessions",
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

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
