import type { Database } from "@/lib/db/client";
import { exampleKeys } from "@/lib/db/reads/demos";
import { makeSessionKey } from "@/lib/db/session-id";
import { DEMO_SESSIONS } from "@/lib/core/demo-sessions";

/** Whether the session of the tour, the first of the demo sessions, is there. */
export async function hasDemo(db: Database, project: string): Promise<boolean> {
  const row = await db.session.findFirst({
    where: { sessionId: makeSessionKey(project, DEMO_SESSIONS[0]), projectId: project },
    select: { sessionId: true },
  });
  return row !== null;
}

/** How many demo sessions stand behind "Examples"; 0 while the project has no other session. */
export async function countExamples(db: Database, project: string): Promise<number> {
  const keys = await exampleKeys(db, project);
  return keys.length === 0 ? 0 : db.session.count({ where: { sessionId: { in: keys } } });
}
