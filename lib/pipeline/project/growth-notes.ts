import type { Database } from "@/lib/db/client";
import type { ProjectionNote } from "@/lib/db/raw/read";
import { noteGrowth } from "@/lib/db/raw/read";

/** Notes that are written down together, and how long one waits for others. */
const TOGETHER_MAX = 16;
const WAIT_MAX_MS = 250;

/**
 * What a run has worked out, written down for several groups of streams at once. A note that is lost with the process costs
 * that its streams are worked out once more, which comes to the same.
 */
export class GrowthNotes {
  private notes: ProjectionNote[] = [];
  private since = 0;

  constructor(private readonly db: Database) {}

  async add(note: ProjectionNote): Promise<void> {
    if (this.notes.length === 0) this.since = Date.now();
    this.notes.push(note);
    if (this.notes.length >= TOGETHER_MAX || Date.now() - this.since > WAIT_MAX_MS) await this.write();
  }

  async write(): Promise<void> {
    const notes = this.notes;
    this.notes = [];
    const [first] = notes;
    if (first === undefined) return;
    await noteGrowth(this.db, {
      by: first.by,
      states: new Map(notes.flatMap(({ states }) => [...states])),
      sessions: notes.flatMap(({ sessions }) => sessions),
    });
  }
}
