import type { CostResult } from "@/lib/api/schemas/session";
import { isNodeAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { listCosts } from "./list-costs";

const DESCENDANTS_MAX = 2_000;

/** A session below another one, and what its own calls cost. */
export interface CostBelow extends Descendant {
  readonly costs: readonly CostResult[];
}

interface Descendant {
  readonly sessionId: string;
  readonly name: string | null;
  readonly isSide: boolean;
}

/** What the sessions cost that a session started, and those that they started; `null` while a node is away. */
export async function costsBelow(
  db: Database,
  project: string,
  session: string,
): Promise<CostBelow[] | null> {
  const found = await descendantsOf(db, project, session);
  if (found === null) return null;
  const costs = await listCosts(
    db,
    project,
    found.map(({ sessionId }) => sessionId),
  );
  return found.map((one) => ({ ...one, costs: costs.get(one.sessionId)?.costs ?? [] }));
}

/** Sub-agents and side calls, and theirs. What is below a side call belongs to it. */
async function descendantsOf(db: Database, project: string, session: string): Promise<Descendant[] | null> {
  const found = new Map<string, Descendant>();
  let parents = [session];
  while (parents.length > 0 && found.size < DESCENDANTS_MAX) {
    const rows = await rowsBelow(db, project, parents);
    if (rows === null) return null;
    const added = rows.filter(({ sessionId }) => sessionId !== session && !found.has(sessionId));
    for (const { sessionId, name, role, parentId } of added) {
      const isSide = role === "side" || (found.get(parentId ?? "")?.isSide ?? false);
      found.set(sessionId, { sessionId, name, isSide });
    }
    parents = added.map(({ sessionId }) => sessionId);
  }
  return [...found.values()];
}

/** They may be on any node of a cluster. */
async function rowsBelow(db: Database, project: string, parents: string[]) {
  try {
    return await db.session.findMany({
      where: { parentId: { in: parents }, projectId: project, role: { not: "replay" } },
      select: { sessionId: true, name: true, role: true, parentId: true },
      orderBy: { sessionId: "asc" },
      take: DESCENDANTS_MAX,
    });
  } catch (error) {
    if (isNodeAway(error)) return null;
    throw error;
  }
}
