import { sayFailure } from "@/lib/db/say-failure";
import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { openDatabase } from "@/lib/db/client";
import { fullDisk } from "@/lib/db/disk-room.mjs";
import { readSettings, writeSettings } from "@/lib/db/project-settings";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { followFolders } from "@/lib/pipeline/receive/watch/follow-folders";
import type { SessionWatcher } from "@/lib/pipeline/receive/watch/watcher";

/**
 * Switches the watching of session folders on or off.
 * @throws AppError `forbidden` in team mode, because the folders of a server belong to nobody
 */
export async function setWatching({
  ctx: { db, caller },
  input: { on },
}: CommandOf<{ on: boolean }>): Promise<void> {
  if (instance().mode !== "local")
    throw new AppError("forbidden", "session folders are followed in local mode only");
  await db.$transaction(async (tx) => {
    await writeSettings(tx, caller.project, { watch: on });
    await noteInAuditLog(tx, caller, on ? "watch.started" : "watch.stopped");
  });
}

const LOOK_EVERY_MS = 500;

/**
 * Watches the session folders of this machine while the switch on the Connect page is on and the disk has room. Off in team
 * mode.
 */
export function keepWatching(): void {
  const url = process.env.DATABASE_URL;
  if (url === undefined || instance().mode !== "local") return;
  const db = openDatabase(url);
  let watcher: SessionWatcher | null = null;
  const look = async (): Promise<void> => {
    const settings = await readSettings(db, DEFAULT_PROJECT);
    const watch = settings.watch && fullDisk() === null;
    if (watch && watcher === null)
      watcher = await followFolders(db, DEFAULT_PROJECT, {
        onProblem: (unit, error) => sayFailure(`${unit} could not be read`, error),
      });
    if (!watch && watcher !== null) {
      await watcher.stop();
      watcher = null;
    }
  };
  const next = (): void => {
    look()
      .catch((error: unknown) => sayFailure("session folders could not be followed", error))
      .finally(() => setTimeout(next, LOOK_EVERY_MS).unref());
  };
  next();
}
