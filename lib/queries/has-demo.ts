import type { Database } from "@/lib/db/client";
import { sessionKey } from "@/lib/db/session-id";

/** The session of the demo that the tour leads through. */
const TOUR_SESSION = "demo-refund-7741";

/** Whether a project has the session of the tour. */
export async function hasDemo(db: Database, project: string): Promise<boolean> {
  const row = await db.session.findFirst({
    where: { sessionId: sessionKey(project, TOUR_SESSION), projectId: project },
    select: { sessionId: true },
  });
  return row !== null;
}
