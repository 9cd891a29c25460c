import type { SeenItem } from "@/lib/core/window/request-tracker";
import type { Call } from "./calls";
import type { ReportedEdit } from "./facts";

const COMPACTION = "compaction";

/**
 * Finds the calls that were made to compact a window, which is not what the conversation saw: one within the span of a
 * compaction, one that the provider answered with nothing but a summary, and one whose answer stands as the summary in a
 * later window.
 */
export function markCompactionCalls(
  calls: readonly Call[],
  edits: readonly ReportedEdit[],
  isSameThread: (edit: ReportedEdit, call: Call) => boolean,
): Call[] {
  const summaries = new Map<string, number>();
  for (const call of calls)
    for (const item of itemsOf(call))
      if (item.kind === "compaction_summary" && item.content !== "")
        summaries.set(`${threadOf(call)} ${item.content.trim()}`, call.at);
  return calls.map((call) => {
    const wroteSummary = (summaries.get(`${threadOf(call)} ${spokenOnly(call.answer)}`) ?? 0) > call.at;
    const isWithin = edits.some(
      (edit) =>
        edit.covers === true &&
        isSameThread(edit, call) &&
        edit.record.start <= call.at &&
        call.endedAt <= edit.record.end,
    );
    const isAnsweredBySummary =
      call.answer !== undefined &&
      call.answer.length > 0 &&
      call.answer.every((item) => item.kind === "compaction_summary");
    const isSide = call.side === undefined && (wroteSummary || isWithin || isAnsweredBySummary);
    return isSide ? { ...call, side: COMPACTION } : call;
  });
}

function threadOf({ place }: Call): string {
  return `${place.session}\0${place.thread}`;
}

function itemsOf({ messages = [] }: Call): SeenItem[] {
  return messages.flatMap((message) => message.items);
}

/** The text of an answer that is nothing but text. */
function spokenOnly(answer: readonly SeenItem[] = []): string | null {
  const spoken = answer.filter((item) => item.kind !== "thinking");
  return spoken.length > 0 && spoken.every((item) => item.kind === "assistant_text")
    ? spoken
        .map((item) => item.content)
        .join("\n")
        .trim()
    : null;
}
