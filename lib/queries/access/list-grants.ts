import { GRANT_NEEDS, findRoleForKey } from "@/lib/access/grant";
import { readMemberRole } from "@/lib/access/member-role";
import type { GrantsResult } from "@/lib/api/endpoints/grants";
import { GRANTS_MAX } from "@/lib/api/endpoints/grants";
import type { Database } from "@/lib/db/client";

/** What stands in a project by the right of a person, who may have left. */
export async function listGrants(db: Database, projectId: string, userId: string): Promise<GrantsResult> {
  const by = { projectId, giver: userId };
  const later = { gt: new Date() };
  const [member, invitations, keys, shares, targets, groups] = await Promise.all([
    db.membership.findUnique({ where: { projectId_userId: { projectId, userId } } }),
    db.invitation.findMany({
      where: { ...by, usedAt: null, expiresAt: later },
      orderBy: { createdAt: "asc" },
    }),
    db.apiKey.findMany({
      where: { ...by, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: later }] },
      orderBy: { createdAt: "asc" },
    }),
    db.share.findMany({
      where: { ...by, revokedAt: null, expiresAt: later },
      select: { id: true, title: true },
      orderBy: { createdAt: "desc" },
    }),
    db.alertTarget.findMany({ where: by, orderBy: { createdAt: "asc" } }),
    db.groupRole.findMany({ where: by, orderBy: { group: "asc" } }),
  ]);
  const kinds: readonly GrantsResult["grants"][] = [
    invitations.map(({ hash, email }) => ({
      kind: "invitation",
      id: hash,
      name: email ?? "whoever has the link",
      needs: GRANT_NEEDS.invitation,
    })),
    keys.map(({ id, name, scopes }) => ({ kind: "key", id, name, needs: findRoleForKey(scopes) })),
    shares.map(({ id, title }) => ({ kind: "share", id, name: title, needs: GRANT_NEEDS.share })),
    targets.map(({ id, name }) => ({ kind: "alert target", id, name, needs: GRANT_NEEDS["alert target"] })),
    groups.map(({ group }) => ({
      kind: "group role",
      id: group,
      name: group,
      needs: GRANT_NEEDS["group role"],
    })),
  ];
  const grants = kinds.flatMap((found) => found.slice(0, GRANTS_MAX));
  return {
    role: member === null ? null : readMemberRole(member.role),
    grants,
    more: kinds.reduce((sum, { length }) => sum + length, 0) - grants.length,
  };
}
