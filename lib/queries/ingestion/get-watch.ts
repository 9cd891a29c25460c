import { existsSync } from "node:fs";
import type { WatchResult } from "@/lib/api/endpoints/watch";
import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";
import { countWatchedFiles } from "@/lib/db/watched-files";
import { instance } from "@/lib/env";
import { WATCH_DAYS, watchPlaces } from "@/lib/agent-folders";

export async function getWatch(db: Database, project: string): Promise<WatchResult> {
  if (instance().mode !== "local") return { available: false, on: false, days: WATCH_DAYS, places: [] };
  const [{ watch }, counts] = await Promise.all([readSettings(db, project), countWatchedFiles(db, project)]);
  return {
    available: true,
    on: watch,
    days: WATCH_DAYS,
    places: watchPlaces().map(({ agent, folder, about }) => {
      const { files = 0, lastAt = null } = counts.get(agent) ?? {};
      return {
        agent,
        folder,
        about,
        exists: existsSync(folder),
        files,
        lastAt: lastAt?.toISOString() ?? null,
      };
    }),
  };
}
