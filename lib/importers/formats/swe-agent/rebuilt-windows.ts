import type { SessionWriter } from "@/lib/core/trace/session-writer";
import { Transcript } from "../../sessions/transcript";
import type { Loose } from "../../shared/values";
import { LAST_OBSERVATIONS, LastObservations } from "./last-observations";
import { isAnswer, SweMessages } from "./messages";

export function writeRebuiltWindows(
  writer: SessionWriter,
  steps: readonly Loose[],
  history: readonly Loose[],
): void {
  const rule = new LastObservations(LAST_OBSERVATIONS);
  const transcript = new Transcript(writer, (blocks) => rule.window(blocks));
  const reader = new SweMessages(0);
  for (const message of completeHistory(steps, history)) {
    const items = reader.items(message);
    if (isAnswer(message)) transcript.call(items, { at: null, windowProvenance: "inferred" });
    else transcript.add(items);
  }
  transcript.end();
}

/** The history can lack the end of the steps: usually the last observation, which no model has read. */
function completeHistory(steps: readonly Loose[], history: readonly Loose[]): Loose[] {
  const answered = history.filter(isAnswer).length;
  const last = history.at(-1);
  const lacksObservation = last !== undefined && isAnswer(last);
  const rest = steps.slice(answered).flatMap((step) => [answerOf(step), observationOf(step)]);
  const newest = steps.findLast(({ response }) => response === last?.content) ?? steps[answered - 1];
  return [...history, ...(lacksObservation && newest !== undefined ? [observationOf(newest)] : []), ...rest];
}

function answerOf({ response, action }: Loose): Loose {
  return { role: "assistant", content: response, action };
}

function observationOf({ observation }: Loose): Loose {
  return { role: "user", content: observation };
}
