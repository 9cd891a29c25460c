import { hashContent } from "@/lib/core/hash";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { Call } from "./calls";
import { assertInOrder } from "./belongs-earlier";
import type { OtelMessage, OtelReportedEdit } from "./spans/facts";
import { ListFold } from "../shared/list-fold";
import type { JoinedPlaces } from "./joined-places";
import type { RecordPlace } from "./places";

const COMPACTION = "compaction";

/**
 * Finds calls that compact a window and are not part of the conversation: inside the span of a compaction,
 * answered with only a summary, or with an answer that a later window has as its summary.
 */
export class CompactionCalls {
  private readonly summaries = new Map<string, number>();
  private readonly spoken = new Map<string, number>();
  private readonly covering: { readonly thread: string; readonly start: number; readonly end: number }[] = [];
  private readonly latest = new Map<string, number>();

  constructor(private readonly places: JoinedPlaces) {}

  /** @throws BelongsEarlier when new calls show that an earlier one was such a call */
  mark(calls: readonly Call[], edits: readonly OtelReportedEdit[]): Call[] {
    for (const { covers, record } of edits) {
      if (covers !== true) continue;
      const thread = makeThreadKey(this.places.of(record));
      assertInOrder((this.latest.get(thread) ?? -1) < record.start);
      this.covering.push({ thread, start: record.start, end: record.end });
    }
    for (const call of calls) this.noteSummaries(call);
    return calls.map((call) => this.markCall(call));
  }

  private noteSummaries(call: Call): void {
    const thread = makeThreadKey(call.place);
    this.latest.set(thread, Math.max(this.latest.get(thread) ?? -1, call.at));
    for (const summary of SUMMARIES.of(call.messages ?? [])) {
      const name = `${thread} ${summary}`;
      assertInOrder((this.spoken.get(nameOf(name)) ?? call.at) >= call.at);
      this.summaries.set(name, call.at);
    }
  }

  private noteSpoken(name: string, at: number): void {
    this.spoken.set(name, Math.min(this.spoken.get(name) ?? at, at));
  }

  private markCall(call: Call): Call {
    const thread = makeThreadKey(call.place);
    const spoken = joinSpoken(call.answer);
    const name = spoken === null ? null : `${thread} ${spoken}`;
    const wroteSummary = name !== null && (this.summaries.get(name) ?? 0) > call.at;
    const isWithin = this.covering.some(
      (span) => span.thread === thread && span.start <= call.at && call.endedAt <= span.end,
    );
    const isAnsweredBySummary =
      call.answer !== undefined &&
      call.answer.length > 0 &&
      call.answer.every((item) => item.kind === "compaction_summary");
    if (call.side !== undefined) return call;
    if (wroteSummary || isWithin || isAnsweredBySummary) return { ...call, side: COMPACTION };
    if (name !== null) this.noteSpoken(nameOf(name), call.at);
    return call;
  }
}

const SUMMARIES = new ListFold<OtelMessage, string[]>(
  () => [],
  (summaries, { items }) => {
    for (const { kind, content } of items)
      if (kind === "compaction_summary" && content !== "") summaries.push(content.trim());
  },
);

function nameOf(text: string): string {
  return hashContent(text);
}

function makeThreadKey({ session, thread }: RecordPlace): string {
  return `${session}\0${thread}`;
}

function joinSpoken(answer: readonly SeenItem[] = []): string | null {
  const spoken = answer.filter((item) => item.kind !== "thinking");
  return spoken.length > 0 && spoken.every((item) => item.kind === "assistant_text")
    ? spoken
        .map((item) => item.content)
        .join("\n")
        .trim()
    : null;
}
