import path from "node:path";
import type { TraceEvent } from "@/lib/core/trace/event";
import { AppError } from "@/lib/errors";
import { convertFiles } from "@/lib/importers/convert-files";
import { groupFiles } from "@/lib/importers/group";
import type { ImportReport } from "@/lib/importers/reading/importer";
import { makeUnheardReport } from "@/lib/importers/reading/report";
import { openDiskFile } from "./disk-file";

/**
 * Stores nothing.
 * @param report is told what could not be read
 * @throws AppError `unprocessable` for an unknown format
 */
export async function readSessions(
  file: string,
  report: ImportReport = makeUnheardReport(),
): Promise<Map<string, TraceEvent[]>> {
  const { groups, unrecognised } = groupFiles([await openDiskFile(file, path.basename(file))], "auto");
  const [failure] = unrecognised;
  if (groups.length === 0)
    throw new AppError("unprocessable", `${file}: ${failure?.reason ?? "not readable"}`);
  const sessions = new Map<string, TraceEvent[]>();
  for (const { importer, files } of groups) {
    for await (const event of convertFiles(importer, files, report)) {
      const events = sessions.get(event.session) ?? [];
      events.push(event);
      sessions.set(event.session, events);
    }
  }
  return sessions;
}
