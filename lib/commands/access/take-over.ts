import { noteInAuditLog } from "@/lib/access/audit";
import { holdGiver } from "@/lib/access/grant";
import type { CommandOf } from "@/lib/access/write-context";
import { ACCESS } from "@/lib/api/access";
import type { TAKEN_KINDS } from "@/lib/api/endpoints/grants";
import type { Transaction } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";

type Kind = (typeof TAKEN_KINDS)[number];

/**
 * Makes the caller the giver of what another person gave, so that it does not end with that person's right.
 * @throws AppError `not_found` for what the person did not give, with nothing taken over; `conflict` where nobody signs in
 */
export async function takeOverGrants({
  ctx: { db, caller },
  input: { userId, grants },
}: CommandOf<{ userId: string; grants: readonly { kind: Kind; id: string }[] }>): Promise<void> {
  await db.$transaction(async (tx) => {
    const giver = await holdGiver(tx, caller, ACCESS.manage.role);
    if (giver === null) throw new AppError("conflict", "nobody signs in here, so nobody's right can end");
    const from = { projectId: caller.project, giver: userId };
    for (const { kind, id } of grants) {
      const name = await takeOne(tx, kind, { ...from, id }, giver);
      if (name === null) throw notFound(`the ${kind} ${id} of this person`);
      await noteInAuditLog(tx, caller, "grant.taken", { target: name, detail: { kind } });
    }
  });
}

/** @returns its name; `null` where the person did not give it */
async function takeOne(
  tx: Transaction,
  kind: Kind,
  { id, ...from }: { projectId: string; giver: string; id: string },
  giver: string,
): Promise<string | null> {
  const data = { giver };
  const byId = { ...from, id };
  switch (kind) {
    case "key": {
      const [row] = await tx.apiKey.updateManyAndReturn({ where: { ...byId, revokedAt: null }, data });
      return row?.name ?? null;
    }
    case "share": {
      const row = await tx.share.findFirst({
        where: { ...byId, revokedAt: null },
        select: { sessionId: true, title: true },
      });
      if (row === null) return null;
      await tx.share.update({ where: { sessionId_id: { sessionId: row.sessionId, id } }, data });
      return row.title;
    }
    case "alert target": {
      const [row] = await tx.alertTarget.updateManyAndReturn({ where: byId, data });
      return row?.name ?? null;
    }
    case "group role": {
      const [row] = await tx.groupRole.updateManyAndReturn({ where: { ...from, group: id }, data });
      return row?.group ?? null;
    }
  }
}
