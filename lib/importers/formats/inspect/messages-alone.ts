import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { ChatMessages } from "../../messages/chat-message";
import { GoalMark } from "../../shared/goal-mark";
import { Transcript } from "../../sessions/transcript";
import type { Loose } from "../../shared/values";
import { definedFields, recordsOf } from "../../shared/values";
import { endOf } from "./sample";

interface Place {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly model: string | undefined;
}

/**
 * A sample whose log has messages but no events. Each answer is taken as a call that had read everything
 * before it.
 */
export function fromMessages(sample: Loose, { id, name, file, model }: Place): TraceEvent[] {
  const writer = new SessionWriter(id);
  writer.write("session.started", {
    at: null,
    name,
    source: { format: "inspect_eval", file },
    ...definedFields({ model }),
    notes: [
      "The log has the messages of the sample and none of its model calls: turns are inferred from the answers, and every call is taken to have read all that came before it.",
      "There are no times and no usage.",
    ],
  });
  const transcript = new Transcript(writer);
  const goal = new GoalMark();
  const reader = new ChatMessages();
  for (const message of recordsOf(sample.messages)) {
    const items = reader.message(message);
    if (message.role === "assistant") transcript.call(items, { at: null, windowProvenance: "inferred" });
    else transcript.add(goal.mark(items));
  }
  transcript.end();
  const end = endOf(sample);
  if (end !== null) writer.write("session.ended", end);
  return writer.take();
}
