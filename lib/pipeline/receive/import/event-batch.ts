import type { TraceEvent } from "@/lib/core/trace/event";
import { makeWellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { appendEvents } from "@/lib/db/log/append";
import { deriveJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { sizeOfEvent } from "../size-of-event";
import type { ImportReport } from "@/lib/importers/reading/importer";

const EVENTS_PER_WRITE = 500;
const CHARS_PER_WRITE = 2_000_000;

/** Collects the events of an import and writes many at once. */
export class EventBatch {
  readonly sessions = new Set<string>();
  accepted = 0;
  duplicates = 0;
  private pending: TraceEvent[] = [];
  private chars = 0;

  constructor(
    private readonly db: Database,
    private readonly project: string,
    private readonly report: ImportReport,
  ) {}

  async add(converted: TraceEvent): Promise<void> {
    const { value: event, replaced } = makeWellFormed(converted);
    if (replaced > 0)
      this.report.warn("text_replaced", "texts held NUL or half characters, which were replaced", replaced);
    this.sessions.add(event.session);
    this.pending.push(event);
    this.chars += sizeOfEvent(event);
    if (this.pending.length >= EVENTS_PER_WRITE || this.chars >= CHARS_PER_WRITE) await this.flush();
  }

  async flush(): Promise<void> {
    const { verdicts, changed } = await appendEvents(this.db, this.project, this.pending, "replace");
    queueSoon(
      this.db,
      changed.map((session) => deriveJob(this.project, session)),
    );
    this.accepted += verdicts.filter((verdict) => verdict === "accepted").length;
    this.duplicates += verdicts.filter((verdict) => verdict === "duplicate").length;
    this.pending = [];
    this.chars = 0;
  }
}
