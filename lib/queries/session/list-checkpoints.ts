import { z } from "zod";
import type { listCheckpoints as route } from "@/lib/api/endpoints/checkpoints";
import { checkpointSchema } from "@/lib/api/endpoints/checkpoints";
import type { Database } from "@/lib/db/client";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findAnalysed } from "../reading/find-analysed";
import { findSession } from "../reading/find-session";

export type CheckpointsResult = z.output<(typeof route)["response"]>;

const restartColumn = checkpointSchema.shape.restarts.element;
const itemColumn = restartColumn.shape.items
  .unwrap()
  .element.omit({ blockId: true })
  .extend({ block: z.int().nullable() });
const bodyColumn = z.object({
  block: z.int().nullable(),
  entries: checkpointSchema.shape.entries,
  restarts: z.array(restartColumn.omit({ items: true }).extend({ items: z.array(itemColumn).nullable() })),
});

/** Whether a session took a checkpoint or was restarted, as far as it is analysed. @throws AppError `not_found` */
export async function hasCheckpoints(db: Database, project: string, id: string): Promise<boolean> {
  const { sessionId } = await findSession(db, project, id);
  return (await db.checkpoint.findFirst({ where: { sessionId }, select: { no: true } })) !== null;
}

export async function listCheckpoints(db: Database, project: string, id: string): Promise<CheckpointsResult> {
  const { row, analysed, analysedTurn, isKnown, pending } = await findAnalysed(db, project, id);
  const { sessionId } = row;
  const rows = await db.checkpoint.findMany({ where: { sessionId }, orderBy: { no: "asc" } });
  const stored = rows.map((one) => ({ ...one, body: bodyColumn.parse(one.body) }));
  const numbers = stored.flatMap(({ body }) => [
    body.block ?? [],
    ...body.restarts.flatMap(({ items }) => (items ?? []).map(({ block }) => block ?? [])),
  ]);
  const blocks = await readBlocksByNo(db, sessionId, numbers.flat());
  const name = (no: number | null) => (no === null ? null : (blocks.get(no)?.id ?? null));
  return {
    analysed,
    analysedAsOfTurn: analysedTurn,
    pending,
    checkpoints: !isKnown
      ? null
      : stored.map(({ turn, windowTokens, budget, turnsLeft, turnsNeeded, body }) => ({
          turn,
          window: windowTokens,
          budget,
          turnsLeft,
          turnsNeeded,
          blockId: name(body.block),
          entries: body.entries,
          restarts: body.restarts.map(({ items, ...restart }) => ({
            ...restart,
            items: items?.map(({ block, ...item }) => ({ ...item, blockId: name(block) })) ?? null,
          })),
        })),
  };
}
