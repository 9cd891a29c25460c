import { assertInOrder } from "./belongs-earlier";
import type { OtelReportedEdit } from "./spans/facts";

type PendingEdit = Pick<OtelReportedEdit, "at" | "fields">;

export class PendingEdits {
  private edits: PendingEdit[] = [];
  private takenUntil = Number.NEGATIVE_INFINITY;

  /** @throws BelongsEarlier when an edit precedes a turn that is already written */
  add(edits: readonly OtelReportedEdit[]): void {
    const before = this.edits;
    for (const { at } of edits) assertInOrder(at > this.takenUntil && !before.some((edit) => edit.at === at));
    this.edits = [...before, ...edits.map(({ at, fields }) => ({ at, fields }))].sort((a, b) => a.at - b.at);
  }

  list(): readonly PendingEdit[] {
    return this.edits;
  }

  takeUntil(at: number): PendingEdit[] {
    this.takenUntil = Math.max(this.takenUntil, at);
    const due = this.edits.filter((edit) => edit.at <= at);
    this.edits = this.edits.filter((edit) => edit.at > at);
    return due;
  }
}
