import { z } from "zod";
import type { CostResult, SessionSkeleton } from "@/lib/api/schemas/session";
import { addCosts } from "@/lib/core/figures/cost";
import { SESSION_ROLES } from "@/lib/core/vocabulary";
import { isNodeAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { publicId } from "@/lib/db/session-id";
import { findSession } from "../reading/find-session";
import { listCosts } from "./list-costs";
import { sessionCost } from "./session-cost";
import { skeletonOf } from "../reading/session-view";

const CHILDREN_MAX = 500;
const DESCENDANTS_MAX = 2_000;
const CHILDREN_AWAY = "Sub-agents are not listed while a node of the database is away.";

export async function getSession(db: Database, project: string, id: string): Promise<SessionSkeleton> {
  const row = await findSession(db, project, id);
  const [children, range, costs, childrenCosts] = await Promise.all([
    childrenOf(db, project, row.sessionId),
    db.turn.aggregate({ where: { sessionId: row.sessionId }, _min: { turn: true }, _max: { turn: true } }),
    sessionCost(db, project, row.sessionId),
    costsOfChildren(db, project, row.sessionId),
  ]);
  const skeleton = skeletonOf(
    row,
    (children ?? []).map((child) => ({
      id: publicId(child.sessionId),
      name: child.name,
      role: z.enum(SESSION_ROLES).catch("main").parse(child.role),
      toolCallId: child.parentToolCall,
      turns: child.turns,
    })),
    { first: range._min.turn, last: range._max.turn },
    { costs, costsWithChildren: addCosts([costs, childrenCosts ?? []]) },
  );
  return children === null ? { ...skeleton, notes: [...skeleton.notes, CHILDREN_AWAY] } : skeleton;
}

/** What all sessions below a session cost, at any depth; `null` while a node is away. */
async function costsOfChildren(db: Database, project: string, session: string): Promise<CostResult[] | null> {
  const keys = await descendantsOf(db, project, session);
  if (keys === null) return null;
  const costs = await listCosts(db, project, keys);
  return addCosts([...costs.values()].map((one) => one.costs));
}

/** Sub-agents and side calls, and theirs. */
async function descendantsOf(db: Database, project: string, session: string): Promise<string[] | null> {
  const found = new Set<string>();
  let parents = [session];
  while (parents.length > 0 && found.size < DESCENDANTS_MAX) {
    const children = await keysBelow(db, project, parents);
    if (children === null) return null;
    parents = children.filter((key) => key !== session && !found.has(key));
    for (const key of parents) found.add(key);
  }
  return [...found];
}

async function keysBelow(db: Database, project: string, parents: string[]): Promise<string[] | null> {
  try {
    const rows = await db.session.findMany({
      where: { parentId: { in: parents }, projectId: project, role: { not: "replay" } },
      select: { sessionId: true },
      orderBy: { sessionId: "asc" },
      take: DESCENDANTS_MAX,
    });
    return rows.map(({ sessionId }) => sessionId);
  } catch (error) {
    if (isNodeAway(error)) return null;
    throw error;
  }
}

/**
 * The sessions that a session started. They may be on any node of a cluster. `null` while one of the nodes is away: the
 * session itself can still be read.
 */
async function childrenOf(db: Database, project: string, parentId: string) {
  try {
    return await db.session.findMany({
      where: { parentId, projectId: project, role: { not: "replay" } },
      select: { sessionId: true, name: true, role: true, parentToolCall: true, turns: true },
      orderBy: [{ startedAt: "asc" }, { sessionId: "asc" }],
      take: CHILDREN_MAX,
    });
  } catch (error) {
    if (isNodeAway(error)) return null;
    throw error;
  }
}
