import type { IngestReport } from "@/lib/api/endpoints/events";
import type { TraceEvent } from "@/lib/core/trace/event";
import { parseEvent } from "@/lib/core/trace/parse-event";
import type { Database } from "@/lib/db/client";
import { runEachInSlices } from "@/lib/db/slices";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { eventCommits } from "./commits";
import { keepDiffering } from "./keep-differing";
import { sizeOfEvent } from "./size-of-event";
import type { BatchItem } from "./read-batch";
import { noteClientsSoon } from "./note-clients";
import { listClientsOfEvents } from "../records/seen-clients";

type Issue = IngestReport["rejected"][number];

/** Takes in events of senders. When this returns, accepted events are on disk. The derived tables follow within a moment. */
export async function ingestEvents(
  db: Database,
  project: string,
  items: readonly BatchItem[],
): Promise<IngestReport> {
  const events: TraceEvent[] = [];
  const indexes: number[] = [];
  const rejected: Issue[] = [];
  const warnings: Issue[] = [];
  let size = 0;
  await runEachInSlices(items, (item, index) => {
    if ("broken" in item) {
      const { broken: message, path = "", code = "invalid_json" } = item;
      rejected.push({ index, id: null, path, code, message });
      return;
    }
    const parsed = parseEvent(item.value);
    if (!parsed.ok) {
      rejected.push({ index, id: parsed.id, ...parsed.issue });
      return;
    }
    warnings.push(...parsed.warnings.map((warning) => ({ index, id: parsed.event.id, ...warning })));
    events.push(parsed.event);
    indexes.push(index);
    size += sizeOfEvent(parsed.event);
  });
  const verdicts = await eventCommits.add(db, project, events, size);
  const differing = events.flatMap((event, i) => (verdicts[i] === "conflict" ? [{ event, i }] : []));
  const isNew = await keepDiffering(
    db,
    project,
    differing.map(({ event }) => event),
  );
  const beside = differing.filter((_, place) => isNew[place]);
  for (const { event, i } of beside)
    warnings.push({ index: indexes[i] ?? -1, id: event.id, ...EVENT_DIFFERS });
  await noteDifferingEvents(db, project, beside.length);
  noteClientsSoon(db, project, listClientsOfEvents(events.filter((_, i) => verdicts[i] === "accepted")));
  const accepted = verdicts.filter((verdict) => verdict === "accepted").length + beside.length;
  return {
    accepted,
    duplicates: events.length - accepted,
    rejected: rejected.sort((a, b) => a.index - b.index),
    warnings: warnings.sort((a, b) => a.index - b.index),
  };
}

const EVENT_DIFFERS = {
  path: "id",
  code: "event_differs",
  message:
    "another event of this session has this id and says something else: both are kept, and the session notes what differs",
};

async function noteDifferingEvents(db: Database, project: string, count: number): Promise<void> {
  if (count === 0) return;
  const { code, message } = EVENT_DIFFERS;
  await addWarnings(db, project, [{ code, source: "native events", message, count, sample: {} }]);
}
