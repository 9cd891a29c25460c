import { z } from "zod";
import type { SessionSkeleton } from "@/lib/api/schemas/session";
import { hasFigures } from "@/lib/core/pending";
import { addCosts } from "@/lib/core/pricing/cost";
import { SESSION_ROLES } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { findSession } from "../reading/find-session";
import { readCostsBelow, listBelow } from "./costs-below";
import { readSessionCost } from "./session-cost";
import { readTurnRange } from "../reading/turn-range";
import { buildSkeleton } from "../reading/session-view";

const CHILDREN_MAX = 500;
const CHILDREN_AWAY = "Sub-agents are not listed while a node of the database is away.";

export async function getSession(db: Database, project: string, id: string): Promise<SessionSkeleton> {
  const row = await findSession(db, project, id);
  const [below, range, costs] = await Promise.all([
    listBelow(db, project, row.sessionId),
    readTurnRange(db, row.sessionId),
    readSessionCost(db, project, row.sessionId),
  ]);
  const children = (below ?? []).filter(({ parentId }) => parentId === row.sessionId);
  const costsOfAll = await readCostsBelow(db, project, below);
  const skeleton = buildSkeleton(
    row,
    children.slice(0, CHILDREN_MAX).map((child) => ({
      id: makePublicId(child.sessionId),
      name: child.name,
      role: z.enum(SESSION_ROLES).catch("main").parse(child.role),
      toolCallId: child.parentToolCall,
      turns: hasFigures(child) ? child.turns : null,
    })),
    range,
    { costs, costsWithChildren: addCosts([costs, ...(costsOfAll ?? []).map((one) => one.costs)]) },
    await readOrigin(db, project, row.forkedFrom),
  );
  return below === null ? { ...skeleton, notes: [...skeleton.notes, CHILDREN_AWAY] } : skeleton;
}

/** The session that another one was forked from, by its sender's id. */
async function readOrigin(
  db: Database,
  projectId: string,
  externalId: string | null,
): Promise<SessionSkeleton["forkedFrom"]> {
  if (externalId === null) return null;
  const sessionId = makeSessionKey(projectId, externalId);
  const found = await db.session.findFirst({ where: { sessionId, projectId }, select: { sessionId: true } });
  return { externalId, sessionId: found === null ? null : makePublicId(found.sessionId) };
}
