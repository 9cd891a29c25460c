import { describeKey } from "@/lib/access/find-key";
import { findRoleForKey } from "@/lib/access/grant";
import { readMemberRole } from "@/lib/access/member-role";
import { isRoleIncluded } from "@/lib/api/access";
import type { ListedKey } from "@/lib/api/endpoints/projects";
import type { Database } from "@/lib/db/client";

/** Newest first. */
export async function listKeys(db: Database, project: string): Promise<ListedKey[]> {
  const rows = await db.apiKey.findMany({ where: { projectId: project }, orderBy: { createdAt: "desc" } });
  const people = {
    in: [...new Set(rows.flatMap(({ createdBy, giver }) => [createdBy ?? [], giver ?? []].flat()))],
  };
  const [users, memberships] = await Promise.all([
    db.user.findMany({ where: { id: people }, select: { id: true, email: true } }),
    db.membership.findMany({ where: { projectId: project, userId: people } }),
  ]);
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const roles = new Map(memberships.map(({ userId, role }) => [userId, readMemberRole(role)]));
  return rows.map((row) => {
    const email = emails.get(row.createdBy ?? "");
    const madeBy = email === undefined ? null : { email, isMember: roles.has(row.createdBy ?? "") };
    const role = roles.get(row.giver ?? "") ?? null;
    const giver =
      row.giver === null ? null : { id: row.giver, email: emails.get(row.giver) ?? row.giver, role };
    const isGiven = giver === null || (role !== null && isRoleIncluded(role, findRoleForKey(row.scopes)));
    return { ...describeKey(row), madeBy, giver, isGiven };
  });
}
