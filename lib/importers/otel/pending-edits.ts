import { holdsStill } from "./belongs-earlier";
import type { OtelReportedEdit } from "./spans/facts";

type PendingEdit = Pick<OtelReportedEdit, "at" | "fields">;

/** The edits of a thread's context that were reported and whose turn has not come, by time. */
export class PendingEdits {
  private edits: PendingEdit[] = [];
  private takenUntil = Number.NEGATIVE_INFINITY;

  /** @throws BelongsEarlier when a turn that was written would have followed one of them */
  add(edits: readonly OtelReportedEdit[]): void {
    const before = this.edits;
    for (const { at } of edits) holdsStill(at > this.takenUntil && !before.some((edit) => edit.at === at));
    this.edits = [...before, ...edits.map(({ at, fields }) => ({ at, fields }))].sort((a, b) => a.at - b.at);
  }

  list(): readonly PendingEdit[] {
    return this.edits;
  }

  /** Takes those out that were made before a call. */
  takeUntil(at: number): PendingEdit[] {
    this.takenUntil = Math.max(this.takenUntil, at);
    const due = this.edits.filter((edit) => edit.at <= at);
    this.edits = this.edits.filter((edit) => edit.at > at);
    return due;
  }
}
