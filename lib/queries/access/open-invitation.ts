import { findInvitation } from "@/lib/access/invitation";
import { readMemberRole } from "@/lib/access/member-role";
import type { Role } from "@/lib/api/access";
import type { Database } from "@/lib/db/client";

export interface OpenInvitation {
  readonly project: string;
  readonly role: Role;
  readonly email: string | null;
}

/** `null` if the token is unknown, used or expired. */
export async function openInvitation(db: Database, token: string): Promise<OpenInvitation | null> {
  const invitation = await findInvitation(db, token);
  if (invitation === null) return null;
  const project = await db.project.findUnique({ where: { id: invitation.projectId } });
  return {
    project: project?.name ?? "Sightglass",
    role: readMemberRole(invitation.role),
    email: invitation.email,
  };
}
