import type { TakeFiles } from "@/lib/pipeline/receive/watch/take-files";
import type { Remote } from "./remote";
import { importAt } from "./remote-import";

/** Sends what a watcher reads to a running instance, which knows what it has already. */
export function takeAt(remote: Remote): TakeFiles {
  return async (_, files) => {
    const { events } = await importAt(remote, files, "auto");
    return events.accepted;
  };
}
