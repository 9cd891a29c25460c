import { keyView } from "@/lib/access/find-key";
import type { ListedKey } from "@/lib/api/endpoints/projects";
import type { Database } from "@/lib/db/client";

/** Newest first. */
export async function listKeys(db: Database, project: string): Promise<ListedKey[]> {
  const rows = await db.apiKey.findMany({ where: { projectId: project }, orderBy: { createdAt: "desc" } });
  const makers = { in: rows.flatMap(({ createdBy }) => createdBy ?? []) };
  const [users, memberships] = await Promise.all([
    db.user.findMany({ where: { id: makers }, select: { id: true, email: true } }),
    db.membership.findMany({ where: { projectId: project, userId: makers }, select: { userId: true } }),
  ]);
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const members = new Set(memberships.map(({ userId }) => userId));
  return rows.map((row) => {
    const email = emails.get(row.createdBy ?? "");
    const madeBy = email === undefined ? null : { email, isMember: members.has(row.createdBy ?? "") };
    return { ...keyView(row), madeBy };
  });
}
