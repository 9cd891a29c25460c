import { isRoleIncluded } from "@/lib/api/access";
import type { AuditAction } from "@/lib/core/audit-log";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { noteSystem } from "./audit";
import { GRANT_NEEDS, isStillGiven } from "./grant";
import { readMemberRole } from "./member-role";
import { lockMembers } from "./memberships";
import { WITHDRAWING, withdrawGrants } from "./withdraw-grants";

/** What a sign-in changed in one project, for its audit log. */
interface GroupChange {
  readonly project: string;
  readonly action: Extract<AuditAction, "member.joined" | "member.changed" | "member.removed">;
  readonly detail: { readonly group: string; readonly role?: string };
}

/**
 * The groups in the claims of a verified ID token.
 * @param claim the claim with one name or a list of them; anything else in it is left out
 */
export function listGroups(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const value = claims[claim];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(names.filter((name): name is string => typeof name === "string" && name !== ""))];
}

/** Whether one of the groups has a role in some project. */
export async function hasRoleForGroups(db: Database, groups: readonly string[]): Promise<boolean> {
  return (await listRoles(db, groups)).length > 0;
}

/**
 * Makes a person's memberships follow their groups: in each project the greatest role of theirs, and no membership where
 * no group gives one any more. A role that an owner gave by hand stays. What they gave by a right that they have no more is
 * withdrawn, and the audit log says all of it.
 */
export async function followGroups(
  db: Database,
  { id: userId, email }: { readonly id: string; readonly email: string },
  groups: readonly string[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await tx.membership.findMany({ where: { userId } });
    const named = await tx.groupRole.findMany({ where: { group: { in: [...groups] } } });
    const projects = [...before, ...named].map(({ projectId }) => projectId);
    for (const project of [...new Set(projects)].toSorted()) await lockMembers(tx, project);
    for (const { project, action, detail } of await moveMemberships(tx, userId, groups)) {
      await noteSystem(tx, project, action, { target: email, detail });
      await withdrawGrants(tx, project);
    }
  }, WITHDRAWING);
}

async function moveMemberships(
  tx: Transaction,
  userId: string,
  groups: readonly string[],
): Promise<GroupChange[]> {
  const memberships = await tx.membership.findMany({ where: { userId } });
  const changes: GroupChange[] = [];
  const greatest = new Map<string, { role: string; fromGroup: string }>();
  for (const { projectId, group, role } of await listRoles(tx, groups)) {
    const other = greatest.get(projectId);
    if (other === undefined || !isRoleIncluded(readMemberRole(other.role), readMemberRole(role)))
      greatest.set(projectId, { role, fromGroup: group });
  }
  for (const { projectId, fromGroup } of memberships) {
    if (fromGroup === null || greatest.has(projectId)) continue;
    await tx.membership.deleteMany({ where: { projectId, userId, fromGroup: { not: null } } });
    changes.push({ project: projectId, action: "member.removed", detail: { group: fromGroup } });
  }
  for (const [projectId, { role, fromGroup }] of greatest) {
    const now = memberships.find((one) => one.projectId === projectId);
    if (now !== undefined && (now.fromGroup === null || (now.role === role && now.fromGroup === fromGroup)))
      continue;
    const key = { projectId, userId };
    await tx.membership.upsert({
      where: { projectId_userId: key },
      create: { ...key, role, fromGroup },
      update: { role, fromGroup },
    });
    const action = now === undefined ? "member.joined" : "member.changed";
    changes.push({ project: projectId, action, detail: { group: fromGroup, role } });
  }
  return changes;
}

/** The roles that the groups give: none that stands by a right which its giver has no more. */
async function listRoles(db: Pick<Transaction, "groupRole" | "membership">, groups: readonly string[]) {
  const found = await db.groupRole.findMany({
    where: { group: { in: [...groups] } },
    orderBy: { group: "asc" },
  });
  const given = await Promise.all(
    found.map(({ projectId, giver }) =>
      isStillGiven(db, { project: projectId, giver, needs: GRANT_NEEDS["group role"] }),
    ),
  );
  return found.filter((_, i) => given[i]);
}

/** Signing in twice at once follows the groups one after the other. */
async function lockUser(tx: Queryable, userId: string): Promise<void> {
  await tx.$queryRawUnsafe(`SELECT id FROM "user" WHERE id = $1 FOR UPDATE`, userId);
}
