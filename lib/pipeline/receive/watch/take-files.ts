import { createHash } from "node:crypto";
import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { appendEvents } from "@/lib/db/log/append";
import { groupFiles } from "@/lib/importers/group";
import { unheard } from "@/lib/importers/reading/report";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { deriveJob } from "../../jobs/job";
import { workSoon } from "../../jobs/work-soon";

const EVENTS_PER_WRITE = 500;

/** Takes in files that belong together. @returns how many events were new */
export type TakeFiles = (unit: string, files: readonly ImportFile[]) => Promise<number>;

/**
 * Takes files into the log of a project. What a unit's files said before is not sent to the database again: a file that
 * grows is read again, and written only as far as it is new.
 */
export function takeInto(db: Database, project: string): TakeFiles {
  const sent = new Map<string, Map<string, string>>();
  return async (unit, files) => {
    const known = sent.get(unit) ?? new Map<string, string>();
    sent.set(unit, known);
    let added = 0;
    for (const { importer, files: own } of groupFiles(files).groups) {
      let pending: TraceEvent[] = [];
      const flush = async () => {
        const { verdicts, changed } = await appendEvents(db, project, pending, "replace");
        for (const event of pending) known.set(nameOf(event), contentOf(event));
        added += verdicts.filter((verdict) => verdict === "accepted").length;
        workSoon(
          db,
          changed.map((session) => deriveJob(project, session)),
        );
        pending = [];
      };
      for await (const converted of importer.convert(own, unheard())) {
        const { value: event } = wellFormed(converted);
        if (known.get(nameOf(event)) === contentOf(event)) continue;
        pending.push(event);
        if (pending.length >= EVENTS_PER_WRITE) await flush();
      }
      if (pending.length > 0) await flush();
    }
    return added;
  };
}

function nameOf({ session, id }: TraceEvent): string {
  return `${session}\n${id}`;
}

function contentOf(event: TraceEvent): string {
  return createHash("sha1").update(JSON.stringify(event)).digest("base64");
}
