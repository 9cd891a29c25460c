import type { Database } from "@/lib/db/client";
import type { ProjectionNote } from "@/lib/db/raw/read";
import { noteGrowth } from "@/lib/db/raw/read";

const TOGETHER_MAX = 16;
const WAIT_MAX_MS = 250;

/**
 * Stores notes for several groups of streams at once. If one is lost with the process, its streams are
 * projected again, with the same result.
 */
export class GrowthNotes {
  private notes: ProjectionNote[] = [];
  private since = 0;

  constructor(private readonly db: Database) {}

  async add(note: ProjectionNote): Promise<void> {
    if (this.notes.length === 0) this.since = performance.now();
    this.notes.push(note);
    if (this.notes.length >= TOGETHER_MAX || performance.now() - this.since > WAIT_MAX_MS) await this.write();
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
