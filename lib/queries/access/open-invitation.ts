import { findInvitation, roleOf } from "@/lib/access/invitation";
import type { Role } from "@/lib/api/access";
import type { Database } from "@/lib/db/client";

/** What a link says to whoever opens it. */
export interface OpenInvitation {
  readonly project: string;
  readonly role: Role;
  readonly email: string | null;
}

/** The invitation behind a token; `null` for one that is unknown, used or expired alike. */
export async function openInvitation(db: Database, token: string): Promise<OpenInvitation | null> {
  const invitation = await findInvitation(db, token);
  if (invitation === null) return null;
  const project = await db.project.findUnique({ where: { id: invitation.projectId } });
  return { project: project?.name ?? "Sightglass", role: roleOf(invitation.role), email: invitation.email };
}
