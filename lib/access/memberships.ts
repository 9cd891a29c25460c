import type { Role } from "@/lib/api/access";
import type { Database, Queryable } from "@/lib/db/client";
import { parsePublicId } from "@/lib/db/session-id";
import { readMemberRole } from "./member-role";

export interface MemberOf {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The cookie that names the chosen project. It gives no rights. */
export const PROJECT_COOKIE = "sightglass.project";

export async function readMemberships(db: Database, userId: string): Promise<MemberOf[]> {
  const memberships = await db.membership.findMany({ where: { userId } });
  const projects = await db.project.findMany({
    where: { id: { in: memberships.map(({ projectId }) => projectId) } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return projects.map(({ id, name }) => ({
    id,
    name,
    role: readMemberRole(memberships.find(({ projectId }) => projectId === id)?.role ?? ""),
  }));
}

/**
 * Serialises the changes of one project's members, and what is given by their right: two owners cannot remove each other at
 * once, and nobody uses an invitation while its giver is removed. Who changes several projects locks them in the order of
 * their ids.
 */
export async function lockMembers(tx: Queryable, project: string): Promise<void> {
  await tx.$queryRawUnsafe("SELECT id FROM project WHERE id = $1 FOR UPDATE", project);
}

/**
 * The project that a person looks at. The project of the session in the path comes first if the person is a member, so
 * a colleague's link always opens. Then the chosen project, then the person's first one.
 */
export async function findCurrentProject(
  db: Database,
  projects: readonly MemberOf[],
  headers: Headers,
): Promise<MemberOf | null> {
  const named = projects.length > 1 ? await projectInPath(db, headers.get("x-sightglass-path") ?? "") : null;
  const chosen = readCookie(headers, PROJECT_COOKIE);
  const own = (wanted: string | null) => projects.find(({ id }) => id === wanted);
  return own(named) ?? own(chosen) ?? projects[0] ?? null;
}

async function projectInPath(db: Database, path: string): Promise<string | null> {
  const key = parsePublicId(/\/sessions\/(ses_[0-9a-z]+)/.exec(path)?.[1] ?? "");
  if (key === null) return null;
  const row = await db.session.findFirst({ where: { sessionId: key }, select: { projectId: true } });
  return row?.projectId ?? null;
}

function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return decodeSafely(value.join("="));
  }
  return null;
}

function decodeSafely(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
