import type { Database } from "@/lib/db/client";
import { findNewerThanProgram } from "@/lib/db/schema-state";
import { readFileMarks, writeFileMark } from "@/lib/db/watched-files";
import { WATCH_DAYS, watchPlaces } from "@/lib/agent-folders";
import { AppError } from "@/lib/errors";
import { takeInto } from "./take-files";
import type { WatchOptions } from "./watcher";
import { SessionWatcher } from "./watcher";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Continues after a restart: what was read is not read again. A program that is older than its database takes nothing in;
 * the files wait for an updated one.
 */
export async function followFolders(
  db: Database,
  project: string,
  options: Partial<WatchOptions> = {},
): Promise<SessionWatcher> {
  const marks = await readFileMarks(db, project);
  const takeIn = takeInto(db, project);
  const watcher = new SessionWatcher({
    places: watchPlaces(),
    take: async (...files) => {
      const newer = await findNewerThanProgram(db);
      if (newer !== null) throw new AppError("unavailable", newer);
      return takeIn(...files);
    },
    sinceMs: WATCH_DAYS * DAY_MS,
    marks: {
      get: (file) => marks.get(file),
      set: async ({ agent }, path, mark) => {
        marks.set(path, mark);
        await writeFileMark(db, project, { path, agent, ...mark });
      },
    },
    ...options,
  });
  watcher.start();
  return watcher;
}
