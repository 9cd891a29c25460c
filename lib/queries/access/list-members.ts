import type { z } from "zod";
import { readMemberRole } from "@/lib/access/member-role";
import type { listMembers as route } from "@/lib/api/endpoints/people";
import type { Database } from "@/lib/db/client";

export type MemberList = z.output<(typeof route)["response"]>;

export async function listMembers(db: Database, project: string): Promise<MemberList> {
  const [memberships, invitations, groups] = await Promise.all([
    db.membership.findMany({ where: { projectId: project }, orderBy: { createdAt: "asc" } }),
    db.invitation.findMany({
      where: { projectId: project, usedAt: null, expiresAt: { gt: new Date() } },
      orderBy: { createdAt: "asc" },
    }),
    db.groupRole.findMany({ where: { projectId: project }, orderBy: { group: "asc" } }),
  ]);
  const users = await db.user.findMany({ where: { id: { in: memberships.map(({ userId }) => userId) } } });
  return {
    members: memberships.flatMap(({ userId, role, fromGroup, createdAt }) => {
      const user = users.find(({ id }) => id === userId);
      if (user === undefined) return [];
      const { name, email } = user;
      return [
        {
          id: userId,
          name,
          email,
          role: readMemberRole(role),
          group: fromGroup,
          since: createdAt.toISOString(),
        },
      ];
    }),
    invitations: invitations.map(({ hash, role, email, expiresAt }) => ({
      id: hash,
      role: readMemberRole(role),
      email,
      expiresAt: expiresAt.toISOString(),
    })),
    groups: groups.map(({ group, role }) => ({ group, role: readMemberRole(role) })),
  };
}
