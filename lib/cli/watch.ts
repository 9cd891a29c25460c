import { existsSync } from "node:fs";
import { formatCount } from "@/lib/core/digits";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getDatabase } from "@/lib/db/client";
import { followFolders } from "@/lib/pipeline/receive/watch/follow-folders";
import { watchPlaces } from "@/lib/agent-folders";
import { type WatchOptions, SessionWatcher } from "@/lib/pipeline/receive/watch/watcher";
import { type Remote, readRemoteOf } from "./remote/remote";
import { sayProblem, say } from "./say";
import type { TakeFiles } from "@/lib/pipeline/receive/watch/take-files";
import { importAt } from "./remote/remote-import";

const DAY_MS = 24 * 60 * 60_000;

/** Run by lib/cli/watch.mjs with DATABASE_URL or the address of a running instance: follows folders until it is told to stop. */
async function main(all: boolean): Promise<void> {
  for (const { agent, folder, about } of watchPlaces())
    say(`  ${existsSync(folder) ? "·" : "–"} ${agent}: ${folder} (${about})`);
  const said: Pick<WatchOptions, "onTaken" | "onProblem"> = {
    onTaken: (_, unit, added) => {
      if (added > 0) say(`  ✓ ${unit}: ${formatCount(added, "new event")}`);
    },
    onProblem: (unit, error) =>
      sayProblem(`  ✗ ${unit}: ${error instanceof Error ? error.message : String(error)}`),
  };
  const sinceMs = all ? { sinceMs: Number.POSITIVE_INFINITY } : {};
  const remote = readRemoteOf();
  const watcher =
    remote === null
      ? await followFolders(getDatabase(), DEFAULT_PROJECT, { ...said, ...sinceMs })
      : makeWatcher({ take: takeAt(remote), sinceMs: 7 * DAY_MS, ...said, ...sinceMs });
  const stop = () => void watcher.stop().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** The other instance knows what it has, so nothing is remembered here. */
function makeWatcher(options: Omit<WatchOptions, "places" | "marks">): SessionWatcher {
  const read = new Map<string, { offset: number; fingerprint: string }>();
  const watcher = new SessionWatcher({
    ...options,
    places: watchPlaces(),
    marks: {
      get: (file) => read.get(file),
      set: async (_, file, mark) => void read.set(file, mark),
    },
  });
  watcher.start();
  return watcher;
}

main(process.argv.includes("--all")).catch((error: unknown) => {
  sayProblem(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

/** Sends what a watcher reads to a running instance, which knows what it has already. */
function takeAt(remote: Remote): TakeFiles {
  return async (_, files) => {
    const { events } = await importAt(remote, files, "auto");
    return events.accepted;
  };
}
