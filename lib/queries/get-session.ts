import { z } from "zod";
import type { SessionSkeleton } from "@/lib/api/schemas";
import { SESSION_ROLES } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import { publicId } from "@/lib/db/session-id";
import { findSession } from "./find-session";
import { sessionCost } from "./session-cost";
import { skeletonOf } from "./session-view";

const CHILDREN_MAX = 500;

/** A session without its content: identity, counts, peak, coverage notes, children. */
export async function getSession(db: Database, project: string, id: string): Promise<SessionSkeleton> {
  const row = await findSession(db, project, id);
  const [children, range, costs] = await Promise.all([
    db.session.findMany({
      where: { parentId: row.sessionId, projectId: project, role: { not: "replay" } },
      select: { sessionId: true, name: true, role: true, parentToolCall: true, turns: true },
      orderBy: [{ startedAt: "asc" }, { sessionId: "asc" }],
      take: CHILDREN_MAX,
    }),
    db.turn.aggregate({ where: { sessionId: row.sessionId }, _min: { turn: true }, _max: { turn: true } }),
    sessionCost(db, project, row.sessionId),
  ]);
  return skeletonOf(
    row,
    children.map((child) => ({
      id: publicId(child.sessionId),
      name: child.name,
      role: z.enum(SESSION_ROLES).catch("main").parse(child.role),
      toolCallId: child.parentToolCall,
      turns: child.turns,
    })),
    { first: range._min.turn, last: range._max.turn },
    costs,
  );
}
