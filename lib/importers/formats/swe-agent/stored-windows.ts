import type { SessionWriter } from "@/lib/core/trace/session-writer";
import { RequestTracker } from "@/lib/importers/shared/request-tracker";
import type { Loose } from "../../shared/values";
import { recordsOf } from "../../shared/values";
import { isAnswer, SweMessages } from "./messages";

export function hasStoredWindows(steps: readonly Loose[]): boolean {
  return steps.some((step) => storedList(step).length > 0);
}

/** Writes a 1.x run: the windows are in the file. A step without its list has no known window. */
export function writeStoredWindows(
  writer: SessionWriter,
  steps: readonly Loose[],
  history: readonly Loose[],
): void {
  const tracker = new RequestTracker();
  const answers = history.filter(isAnswer);
  const sent = sentLists(steps);
  const unread = history.slice(history.findLastIndex(isAnswer) + 1);
  steps.forEach((step, i) => {
    const messages = sent[i] ?? [];
    const reader = new SweMessages(Math.max(0, i - messages.filter(isAnswer).length));
    const items = messages.flatMap((message) => reader.items(message));
    const window = items.length === 0 ? undefined : tracker.request(items);
    const isIts = answers.length === steps.length || answers[i]?.content === step.response;
    const answer = isIts ? answers[i] : undefined;
    const output = tracker.answer(reader.items(answer ?? { role: "assistant", content: step.response }));
    writer.writeTurn({ at: null, window, output });
    if (i < steps.length - 1) return;
    for (const block of tracker.answer(unread.flatMap((message) => reader.items(message)))) {
      writer.write("block.recorded", { at: null, turn: i, block });
    }
  });
}

function storedList(step: Loose): Loose[] {
  return recordsOf(step.query ?? step.messages);
}

/**
 * A `query` is what was sent. `messages` are stored after the step: if the first list contains the answer
 * already, each list was sent at the next step.
 */
function sentLists(steps: readonly Loose[]): Loose[][] {
  const stored = steps.map(storedList);
  const first = stored[0] ?? [];
  const answer = first.findIndex(isAnswer);
  return answer < 0 ? stored : [first.slice(0, answer), ...stored.slice(0, -1)];
}
