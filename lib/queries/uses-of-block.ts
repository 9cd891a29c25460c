import type { BlockUse } from "@/lib/api/schemas/window";
import type { Database } from "@/lib/db/client";
import { EDGE_STATE, KIND } from "@/lib/db/derived/codes";
import { blocksByNo } from "./blocks-by-no";

const USES_MAX = 200;

interface Uses {
  readonly uses: (BlockUse & { name: string | null })[];
  readonly usesTotal: number;
}

export async function usesOfBlock(db: Database, sessionId: string, no: number): Promise<Uses> {
  const where = { sessionId, fromBlock: no, executed: true };
  const [edges, usesTotal] = await Promise.all([
    db.edge.findMany({ where, orderBy: [{ turn: "asc" }, { no: "asc" }], take: USES_MAX }),
    db.edge.count({ where }),
  ]);
  const users = await blocksByNo(
    db,
    sessionId,
    edges.flatMap(({ block }) => block ?? []),
  );
  const uses = edges.map(({ id, turn, step, block, state, residual }) => {
    const user = block === null ? undefined : users.get(block);
    return {
      edgeId: id,
      turn,
      step,
      blockId: user?.id ?? null,
      state: EDGE_STATE.word(state),
      residual,
      name:
        user === undefined
          ? null
          : (user.label ?? user.toolName ?? KIND.word(user.kind).replaceAll("_", " ")),
    };
  });
  return { uses, usesTotal };
}
