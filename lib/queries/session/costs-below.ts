import type { CostResult } from "@/lib/api/schemas/session";
import { isNodeAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { listCosts } from "./list-costs";

const DESCENDANTS_MAX = 2_000;

/** A session below another one, and what its own calls cost. */
export interface CostBelow extends Pick<
  SessionBelow,
  "sessionId" | "name" | "isSide" | "lastSeq" | "derivedSeq"
> {
  readonly costs: readonly CostResult[];
}

export interface SessionBelow extends Row {
  /** A side call, or below one: what is below a side call belongs to it. */
  readonly isSide: boolean;
}

/** What sessions below another one cost. */
export async function readCostsBelow(
  db: Database,
  project: string,
  below: readonly SessionBelow[] | null,
): Promise<CostBelow[] | null> {
  if (below === null) return null;
  const costs = await listCosts(
    db,
    project,
    below.map(({ sessionId }) => sessionId),
  );
  return below.map((one) => ({ ...one, costs: costs.get(one.sessionId)?.costs ?? [] }));
}

/**
 * The sessions that a session started, and those that they started, the earliest of each generation first. They may be on any
 * node of a cluster: `null` while one of the nodes is away.
 */
export async function listBelow(
  db: Database,
  project: string,
  session: string,
): Promise<SessionBelow[] | null> {
  const found = new Map<string, SessionBelow>();
  let parents = [session];
  while (parents.length > 0 && found.size < DESCENDANTS_MAX) {
    const rows = await readRowsBelow(db, project, parents);
    if (rows === null) return null;
    const added = rows.filter(({ sessionId }) => sessionId !== session && !found.has(sessionId));
    for (const row of added) {
      const isSide = row.role === "side" || (found.get(row.parentId ?? "")?.isSide ?? false);
      found.set(row.sessionId, { ...row, isSide });
    }
    parents = added.map(({ sessionId }) => sessionId);
  }
  return [...found.values()];
}

type Row = NonNullable<Awaited<ReturnType<typeof readRowsBelow>>>[number];

async function readRowsBelow(db: Database, project: string, parents: string[]) {
  try {
    return await db.session.findMany({
      where: { parentId: { in: parents }, projectId: project, role: { not: "replay" } },
      select: {
        ...{ sessionId: true, name: true, role: true, parentId: true, parentToolCall: true },
        ...{ turns: true, lastSeq: true, derivedSeq: true },
      },
      orderBy: [{ startedAt: "asc" }, { sessionId: "asc" }],
      take: DESCENDANTS_MAX,
    });
  } catch (error) {
    if (isNodeAway(error)) return null;
    throw error;
  }
}
