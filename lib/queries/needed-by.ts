import type { NeededEviction } from "@/lib/api/schemas/window";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE } from "@/lib/db/derived/codes";
import { blocksByNo } from "./blocks-by-no";

type NeededBy = NonNullable<NeededEviction["neededBy"]>;

const USES_MAX = 50;

export type FindUses = (block: number, leftTurn: number, reenteredTurn: number | null) => NeededBy;

/** Reads who needed blocks of a session after they had left the window. */
export async function readUses(
  db: Database,
  sessionId: string,
  blocks: readonly number[],
): Promise<FindUses> {
  const edges = await db.edge.findMany({
    where: {
      sessionId,
      fromBlock: { in: [...new Set(blocks)] },
      executed: true,
      state: { in: [EDGE_STATE.of("dangling"), EDGE_STATE.of("referenced"), EDGE_STATE.of("refetched")] },
    },
    orderBy: { no: "asc" },
  });
  const users = await blocksByNo(
    db,
    sessionId,
    edges.flatMap(({ block }) => block ?? []),
  );
  const byBlock = groupBy(edges, ({ fromBlock }) => fromBlock);
  return (block, left, back) =>
    (byBlock.get(block) ?? [])
      .filter(({ turn }) => turn >= left && (back === null || turn < back))
      .slice(0, USES_MAX)
      .map(({ id, turn, step, block: user, state, residual }) => ({
        edgeId: id,
        turn,
        step,
        blockId: user === null ? null : (users.get(user)?.id ?? null),
        state: EDGE_STATE.word(state),
        residual,
      }));
}
