import type { GrantKind, Withdrawn } from "@/lib/api/endpoints/grants";
import type { AuditAction } from "@/lib/core/audit-log";
import { dropTargets } from "@/lib/db/drop-targets";
import type { Transaction } from "@/lib/db/client";
import { GRANT_NEEDS, findRoleForKey, listMembersWith } from "./grant";

type Lost = readonly {
  readonly kind: GrantKind;
  readonly id: string;
  readonly name: string;
  readonly giver: string;
}[];

const AUDITED: Readonly<Record<GrantKind, AuditAction>> = {
  invitation: "invitation.withdrawn",
  key: "key.revoked",
  share: "share.revoked",
  "alert target": "alert-target.removed",
  "group role": "group.removed",
};

/** For a transaction that withdraws grants: somebody may have given thousands of shares. */
export const WITHDRAWING = { timeout: 60_000 } as const;

/**
 * Withdraws all that stands in a project by a right which its giver has no more, and writes each into the audit log. Whoever
 * takes a right from somebody calls it in the same transaction, after `lockMembers`.
 *
 * A role of a group goes first: with it go the people who are members through it, and with them what they gave.
 */
export async function withdrawGrants(tx: Transaction, project: string): Promise<Withdrawn> {
  const lost: Lost = [
    ...(await withdrawGroups(tx, project)),
    ...(await withdrawInvitations(tx, project)),
    ...(await revokeKeys(tx, project)),
    ...(await closeShares(tx, project)),
    ...(await removeTargets(tx, project)),
  ];
  if (lost.length === 0) return [];
  const givers = await tx.user.findMany({
    where: { id: { in: [...new Set(lost.map(({ giver }) => giver))] } },
    select: { id: true, email: true },
  });
  const emails = new Map(givers.map(({ id, email }) => [id, email]));
  const withdrawn = lost.map(({ kind, name, giver }) => ({ kind, name, giver: emails.get(giver) ?? giver }));
  await tx.auditEntry.createMany({
    data: withdrawn.map(({ kind, name, giver }) => ({
      projectId: project,
      actor: "Sightglass",
      action: AUDITED[kind],
      target: name,
      detail: { withTheRightOf: giver },
    })),
  });
  return withdrawn;
}

async function withdrawGroups(tx: Transaction, projectId: string): Promise<Lost> {
  const owners = await listMembersWith(tx, projectId, GRANT_NEEDS["group role"]);
  const lost = await tx.groupRole.findMany({ where: { projectId, giver: { not: null, notIn: owners } } });
  if (lost.length === 0) return [];
  const groups = lost.map(({ group }) => group);
  await tx.groupRole.deleteMany({ where: { projectId, group: { in: groups } } });
  await tx.membership.deleteMany({ where: { projectId, fromGroup: { in: groups } } });
  const now = lost.map(
    ({ group, giver }) => ({ kind: "group role", id: group, name: group, giver: giver ?? "" }) as const,
  );
  return [...now, ...(await withdrawGroups(tx, projectId))];
}

async function withdrawInvitations(tx: Transaction, projectId: string): Promise<Lost> {
  const givers = await listMembersWith(tx, projectId, GRANT_NEEDS.invitation);
  const lost = await tx.invitation.findMany({
    where: { projectId, usedAt: null, giver: { not: null, notIn: givers } },
  });
  await tx.invitation.deleteMany({ where: { hash: { in: lost.map(({ hash }) => hash) } } });
  const now = new Date();
  return lost
    .filter(({ expiresAt }) => expiresAt > now)
    .map(({ hash, email, giver }) => ({
      kind: "invitation",
      id: hash,
      name: email ?? "whoever has the link",
      giver: giver ?? "",
    }));
}

async function revokeKeys(tx: Transaction, projectId: string): Promise<Lost> {
  const now = new Date();
  const live = await tx.apiKey.findMany({
    where: {
      projectId,
      revokedAt: null,
      giver: { not: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
  });
  const lost: Lost[number][] = [];
  for (const needs of new Set(live.map(({ scopes }) => findRoleForKey(scopes)))) {
    const givers = new Set(await listMembersWith(tx, projectId, needs));
    for (const { id, name, scopes, giver } of live)
      if (findRoleForKey(scopes) === needs && giver !== null && !givers.has(giver))
        lost.push({ kind: "key", id, name, giver });
  }
  await tx.apiKey.updateMany({ where: { id: { in: lost.map(({ id }) => id) } }, data: { revokedAt: now } });
  return lost;
}

async function closeShares(tx: Transaction, projectId: string): Promise<Lost> {
  const givers = await listMembersWith(tx, projectId, GRANT_NEEDS.share);
  const now = new Date();
  const lost = await tx.share.findMany({
    where: { projectId, revokedAt: null, expiresAt: { gt: now }, giver: { not: null, notIn: givers } },
    select: { sessionId: true, id: true, title: true, giver: true },
  });
  for (const { sessionId, id } of lost)
    await tx.share.update({
      where: { sessionId_id: { sessionId, id } },
      data: { revokedAt: now, snapshot: new Uint8Array() },
      select: { id: true },
    });
  return lost.map(({ id, title, giver }) => ({ kind: "share", id, name: title, giver: giver ?? "" }));
}

async function removeTargets(tx: Transaction, projectId: string): Promise<Lost> {
  const givers = await listMembersWith(tx, projectId, GRANT_NEEDS["alert target"]);
  const lost = await tx.alertTarget.findMany({ where: { projectId, giver: { not: null, notIn: givers } } });
  await dropTargets(
    tx,
    projectId,
    lost.map(({ id }) => id),
  );
  return lost.map(({ id, name, giver }) => ({ kind: "alert target", id, name, giver: giver ?? "" }));
}
