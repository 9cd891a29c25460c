import type { Loose } from "../../../shared/values";
import { recordOf, recordsOf } from "../../../shared/values";
import type { JoinedStream, StreamForm } from "./stream";

export const geminiStream: StreamForm = {
  isOf: ({ candidates, promptFeedback }) => Array.isArray(candidates) || promptFeedback !== undefined,
  join: joinEvents,
};

/** Each event is an answer with the parts that are new. Texts of one kind that follow each other are one part. */
function joinEvents(events: readonly Loose[]): JoinedStream {
  let head: Loose = {};
  let candidate: Loose = {};
  const parts: Loose[] = [];
  for (const event of events) {
    head = { ...head, ...event };
    const next = recordsOf(event.candidates)[0] ?? {};
    candidate = { ...candidate, ...next };
    for (const part of recordsOf(recordOf(next.content).parts)) add(parts, part);
  }
  const { content, ...rest } = candidate;
  const hasCandidate = events.some(({ candidates }) => recordsOf(candidates).length > 0);
  const whole = { ...rest, content: { ...recordOf(content), parts } };
  const isWhole =
    candidate.finishReason !== undefined || recordOf(head.promptFeedback).blockReason !== undefined;
  return { answer: { ...head, candidates: hasCandidate ? [whole] : [] }, isWhole };
}

function add(parts: Loose[], part: Loose): void {
  const last = parts.at(-1);
  const isText = typeof part.text === "string" && typeof last?.text === "string";
  if (!isText || (part.thought ?? false) !== (last.thought ?? false)) parts.push(part);
  else parts[parts.length - 1] = { ...last, ...part, text: `${String(last.text)}${String(part.text)}` };
}
