import type { KeyScope, Role } from "@/lib/api/access";
import { ACCESS, isRoleIncluded, ROLES } from "@/lib/api/access";
import type { Endpoint } from "@/lib/api/endpoint";
import type { GrantKind } from "@/lib/api/endpoints/grants";
import { createAlertTarget } from "@/lib/api/endpoints/alerts";
import { createInvitation, setGroupRole } from "@/lib/api/endpoints/people";
import { createShare } from "@/lib/api/endpoints/shares";
import type { Transaction } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Caller } from "./caller";
import { readMemberRole } from "./member-role";
import { lockMembers } from "./memberships";

/**
 * A grant is what a person gives that works on without them: an invitation, a key, a share, an address of alerts, a role of a
 * group. It stands by the right of its giver, and ends with it:
 *
 *     Ada, owner, makes a link and a key that reads ──▶ Ada becomes a viewer ──▶ the link is dead, the key works on
 *                                                   ──▶ Ada is removed       ──▶ both are dead
 *
 * Whoever changes members withdraws what has lost its giver (`withdraw-grants.ts`). Whoever uses a grant looks at its giver
 * again, so that nothing depends on the withdrawal alone.
 */
export interface Grant {
  readonly project: string;
  /** The id of the person by whose right it stands; `null` where nobody signed in. Such a grant has no giver to lose. */
  readonly giver: string | null;
  /** The least role of its giver. */
  readonly needs: Role;
}

/** What the route needs that makes the grant. A key needs what its scopes open. */
export const GRANT_NEEDS: Readonly<Record<Exclude<GrantKind, "key">, Role>> = {
  invitation: findRole(createInvitation),
  share: findRole(createShare),
  "alert target": findRole(createAlertTarget),
  "group role": findRole(setGroupRole),
};

/** The least role of a person who may do all that a key with these scopes does. */
export function findRoleForKey(scopes: readonly string[]): Role {
  const opened: Readonly<Record<KeyScope, Role>> = { ingest: ACCESS.ingest.role, read: ACCESS.read.role };
  const needed = new Set(
    Object.entries(opened).flatMap(([scope, role]) => (scopes.includes(scope) ? [role] : [])),
  );
  return ROLES.findLast((role) => needed.has(role)) ?? "viewer";
}

/** Whether the giver of a grant has the right to it still. */
export async function isStillGiven(
  db: Pick<Transaction, "membership">,
  { project: projectId, giver: userId, needs }: Grant,
): Promise<boolean> {
  if (userId === null) return true;
  const member = await db.membership.findUnique({ where: { projectId_userId: { projectId, userId } } });
  return member !== null && isRoleIncluded(readMemberRole(member.role), needs);
}

/**
 * Who gives, for a transaction that makes a grant. Nobody can take the right from them until the transaction ends.
 * @throws AppError `forbidden` for somebody who lost the right after the request had begun
 */
export async function holdGiver(
  tx: Transaction,
  { project, actor }: Caller,
  needs: Role,
): Promise<string | null> {
  if (actor.kind !== "user") return null;
  await lockMembers(tx, project);
  if (!(await isStillGiven(tx, { project, giver: actor.id, needs })))
    throw new AppError("forbidden", `this needs the role ${needs}, which you have no more`);
  return actor.id;
}

/** The ids of a project's members who have at least a role. */
export async function listMembersWith(
  db: Pick<Transaction, "membership">,
  projectId: string,
  needs: Role,
): Promise<string[]> {
  const roles = ROLES.filter((role) => isRoleIncluded(role, needs));
  const rows = await db.membership.findMany({
    where: { projectId, role: { in: roles } },
    select: { userId: true },
  });
  return rows.map(({ userId }) => userId);
}

function findRole({ scope, path }: Pick<Endpoint, "scope" | "path">): Role {
  const role = ACCESS[scope]?.role;
  if (role == null) throw new Error(`${path} makes a grant, and asks for no role`);
  return role;
}
