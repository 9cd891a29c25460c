import { sayFailure } from "@/lib/db/say-failure";
import type { Database } from "@/lib/db/client";
import { readCurrentStamp } from "@/lib/db/finding-settings";
import { readOutdatedSessions } from "@/lib/db/outdated-findings";
import { ANALYSES_HERE } from "./analyses";

const BATCH = 100;
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * One session after the other.
 * @param signal stops after the current session
 * @throws when it was stopped
 */
export async function queueOutdatedAnalyses(
  db: Database,
  project: string,
  signal = new AbortController().signal,
  analyses = ANALYSES_HERE,
): Promise<void> {
  let stamp = await readCurrentStamp(db, project);
  let last = NO_SESSION;
  for (;;) {
    const keys = await readOutdatedSessions(db, project, { stamp, after: last, most: BATCH });
    for (const key of keys) {
      signal.throwIfAborted();
      await analyses
        .ofSession(db, key, false, signal)
        .catch((error: unknown) => sayFailure("a session could not be analysed again", error));
      last = key;
    }
    const now = await readCurrentStamp(db, project);
    if (now !== stamp) [stamp, last] = [now, NO_SESSION];
    else if (keys.length < BATCH) return;
  }
}
