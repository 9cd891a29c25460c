import type { Database } from "@/lib/db/client";
import { sessionKey } from "@/lib/db/session-id";

const TOUR_SESSION = "demo-refund-7741";

export async function hasDemo(db: Database, project: string): Promise<boolean> {
  const row = await db.session.findFirst({
    where: { sessionId: sessionKey(project, TOUR_SESSION), projectId: project },
    select: { sessionId: true },
  });
  return row !== null;
}
