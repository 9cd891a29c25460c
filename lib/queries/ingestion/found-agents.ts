import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import path from "node:path";
import type { Database } from "@/lib/db/client";
import { hasOwnSessions } from "@/lib/db/reads/demos";
import { makePublicId } from "@/lib/db/session-id";
import { readSettings } from "@/lib/db/project-settings";
import { instance } from "@/lib/env";
import type { WatchPlace } from "@/lib/agent-folders";
import { watchPlaces } from "@/lib/agent-folders";

/** An agent whose session folder is on this machine. */
export interface FoundAgent {
  readonly agent: string;
  readonly sessions: number;
  /** Whether the count ended before the folder did. */
  readonly isMore: boolean;
}

/** Names are looked through, and no file is opened. A longer folder is not counted to its end. */
const NAMES_MAX = 5_000;

/** What the first page offers to somebody who has sent nothing yet; `null` where there is nothing to offer. */
export async function listAgentsToOffer(
  db: Database,
  project: string,
): Promise<{ readonly agents: readonly FoundAgent[]; readonly newest: string | null } | null> {
  if (await hasOwnSessions(db, project)) return null;
  const agents = await findAgents(db, project);
  const newest = await db.session.findFirst({
    where: { projectId: project, role: "main" },
    orderBy: [{ updatedAt: "desc" }, { sessionId: "asc" }],
    select: { sessionId: true },
  });
  return { agents, newest: newest === null ? null : makePublicId(newest.sessionId) };
}

/** The agents of this machine with sessions, the one with most first. None in team mode, and none once they are followed. */
export async function findAgents(db: Database, project: string): Promise<FoundAgent[]> {
  if (instance().mode !== "local" || (await readSettings(db, project)).watch) return [];
  const found = await Promise.all(watchPlaces().map(countSessions));
  return found.filter(({ sessions }) => sessions > 0).toSorted((a, b) => b.sessions - a.sessions);
}

async function countSessions(place: WatchPlace): Promise<FoundAgent> {
  const units = new Set<string>();
  let names = 0;
  const waiting = [place.folder];
  for (let folder = waiting.pop(); folder !== undefined && names < NAMES_MAX; folder = waiting.pop()) {
    for (const entry of await listEntries(folder, NAMES_MAX - names)) {
      names++;
      const whole = path.join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(whole);
      const file = path.relative(place.folder, whole).split(path.sep).join("/");
      const unit = entry.isFile() && place.reads.test(file) ? place.counted(file) : null;
      if (unit !== null) units.add(unit);
    }
  }
  return { agent: place.agent, sessions: units.size, isMore: names >= NAMES_MAX };
}

/** At most so many; none of a folder that is not there, or that may not be read. */
async function listEntries(folder: string, most: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder)) if (entries.push(entry) >= most) break;
  } catch {
    // What was read before counts.
  }
  return entries;
}
