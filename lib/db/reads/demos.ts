import { DEFAULT_PROJECT } from "@/lib/core/project";
import { DEMO_SESSIONS } from "@/lib/core/demo-sessions";
import type { Database } from "../client";
import { Prisma } from "../generated/client";
import type { Rows } from "../over-sessions";
import { makeSessionKey } from "../session-id";

/**
 * The keys of the demo sessions. They are loaded into the default project only; elsewhere, the same sessions were sent by
 * somebody.
 */
function demoKeys(project: string): string[] {
  return project === DEFAULT_PROJECT ? DEMO_SESSIONS.map((id) => makeSessionKey(project, id)) : [];
}

/** The demo sessions, once the project has another one: they are examples then, and count nowhere. None before. */
export async function exampleKeys(db: Database, project: string): Promise<string[]> {
  return (await hasOwnSessions(db, project)) ? demoKeys(project) : [];
}

/** Whether the project has a session that is no demo. */
export async function hasOwnSessions(db: Database, project: string): Promise<boolean> {
  const session = await db.session.findFirst({
    where: { projectId: project, role: "main", sessionId: { notIn: demoKeys(project) } },
    select: { sessionId: true },
  });
  return session !== null;
}

/** Leaves out the demo sessions, as a condition on rows of `session`. */
export function matchNoExample(project: string, rows: Rows): Prisma.Sql {
  const keys = Prisma.sql`ANY(${demoKeys(project)}::uuid[])`;
  return Prisma.sql`NOT (session_id = ${keys} AND EXISTS (
    SELECT 1 FROM ${rows("session")} AS own WHERE own.project_id = ${project} AND own.role = 'main' AND NOT own.session_id = ${keys}))`;
}
