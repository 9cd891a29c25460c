import type { z } from "zod";
import { retentionSchema } from "@/lib/api/endpoints/deletion";
import type { previewRetention as route } from "@/lib/api/endpoints/deletion";
import type { RetentionChoice, RetentionRules, KeptFamily } from "@/lib/core/retention";
import { groupFamilies, chooseSessionsToLetGo } from "@/lib/core/retention";
import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";
import { makePublicId } from "@/lib/db/session-id";
import { readSessionsToKeep } from "@/lib/db/sessions/sessions-to-keep";

type RetentionPreview = z.output<(typeof route)["response"]>;

const FIRST = 10;
const KEEP_ALL: RetentionRules = { days: null, tags: [], megabytes: null };

/** How a project keeps its sessions. Rules that cannot be read let nothing go. */
export async function getRetention(db: Database, project: string): Promise<RetentionRules> {
  const {
    retentionDays: days,
    retentionTags: tags,
    retentionMegabytes: megabytes,
  } = await readSettings(db, project);
  return retentionSchema.safeParse({ days, tags, megabytes }).data ?? KEEP_ALL;
}

/** What of a project the rules let go now. */
export async function readRetentionChoice(
  db: Database,
  project: string,
  rules: RetentionRules,
  now: Date,
): Promise<RetentionChoice> {
  const isKept =
    rules.days === null && rules.megabytes === null && rules.tags.every(({ days }) => days === null);
  const sessions = isKept ? [] : await readSessionsToKeep(db, project);
  return chooseSessionsToLetGo(groupFamilies(sessions), rules, now.getTime());
}

/** What would go if it were kept by these rules. */
export async function previewRetention(
  db: Database,
  project: string,
  rules: RetentionRules,
  now = new Date(),
): Promise<RetentionPreview> {
  const { byAge, bySize, held } = await readRetentionChoice(db, project, rules, now);
  const gone = [...byAge, ...bySize];
  const first = gone.toSorted((a, b) => a.newestAt - b.newestAt).slice(0, FIRST);
  const names = await db.session.findMany({
    where: { sessionId: { in: first.map(({ root }) => root) } },
    select: { sessionId: true, name: true, givenName: true, externalId: true },
  });
  const nameOf = new Map(names.map((row) => [row.sessionId, row.givenName ?? row.name ?? row.externalId]));
  return {
    sessions: countSessions(gone),
    bytes: sumBytes(gone),
    bySize: countSessions(bySize),
    held: countSessions(held),
    first: first.map(({ root, newestAt, bytes }) => ({
      id: makePublicId(root),
      name: nameOf.get(root) ?? "",
      updatedAt: new Date(newestAt).toISOString(),
      bytes,
    })),
  };
}

function countSessions(families: readonly KeptFamily[]): number {
  return families.reduce((sum, { members }) => sum + members.length, 0);
}

function sumBytes(families: readonly KeptFamily[]): number {
  return families.reduce((sum, { bytes }) => sum + bytes, 0);
}
