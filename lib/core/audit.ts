/** Everything that is written down, with what the log says about it. */
export const AUDIT_ACTIONS = {
  "signed-in": "signed in",
  "sign-in.failed": "failed to sign in",
  "signed-out": "signed out",
  "password.changed": "changed their password",
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
