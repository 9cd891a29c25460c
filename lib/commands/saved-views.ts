import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { nameActor } from "@/lib/access/caller";
import type { CommandOf } from "@/lib/access/write-context";
import type { SavedViewAnswer, SavedViewBody } from "@/lib/api/endpoints/views";
import { AppError, notFound } from "@/lib/errors";
import { buildViewQuery } from "@/lib/view/sessions/view-query";

const VIEWS_MAX = 100;

/**
 * A view of the same name gets the new query and keeps its id.
 * @throws AppError `invalid_body` when the project has as many views as it may have
 */
export async function saveView({
  ctx: { db, caller },
  input: { name, query: asked },
}: CommandOf<SavedViewBody>): Promise<SavedViewAnswer> {
  const { project: projectId } = caller;
  const data = {
    query: buildViewQuery(new URLSearchParams(asked)).toString(),
    savedBy: nameActor(caller.actor),
  };
  const where = { projectId_name: { projectId, name } };
  const known = await db.savedView.findUnique({ where, select: { id: true } });
  if (known === null && (await db.savedView.count({ where: { projectId } })) >= VIEWS_MAX)
    throw new AppError("invalid_body", `name: a project has at most ${VIEWS_MAX} saved views`, [
      { path: "name", code: "too_many", message: `a project has at most ${VIEWS_MAX} saved views` },
    ]);
  const { id, query, savedBy } = await db.$transaction(async (tx) => {
    await noteInAuditLog(tx, caller, "view.saved", { target: name });
    return tx.savedView.upsert({
      where,
      create: { projectId, id: randomUUID(), name, ...data },
      update: data,
    });
  });
  return { id, name, query, savedBy };
}

/** @throws AppError `not_found` */
export async function removeView({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  const where = { projectId_id: { projectId: caller.project, id } };
  await db.$transaction(async (tx) => {
    const row = await tx.savedView.findUnique({ where, select: { name: true } });
    if (row === null) throw notFound("the view");
    await tx.savedView.deleteMany({ where: { projectId: caller.project, id } });
    await noteInAuditLog(tx, caller, "view.removed", { target: row.name });
  });
}
