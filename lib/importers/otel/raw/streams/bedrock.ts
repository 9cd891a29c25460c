import type { Loose } from "../../../shared/values";
import { recordOf } from "../../../shared/values";
import type { JoinedStream, StreamForm } from "./stream";
import { TextPieces } from "./text-pieces";

/** Joins the events of a streamed answer of Bedrock's Converse API. */
export const bedrockStream: StreamForm = {
  isOf: ({ messageStart, contentBlockDelta }) =>
    messageStart !== undefined || contentBlockDelta !== undefined,
  join: joinEvents,
};

function joinEvents(events: readonly Loose[]): JoinedStream {
  const pieces = new TextPieces();
  const started = new Map<number, Loose>();
  let [role, stopReason, usage]: [unknown, unknown, unknown] = ["assistant", undefined, undefined];
  for (const event of events) {
    role = recordOf(event.messageStart).role ?? role;
    stopReason = recordOf(event.messageStop).stopReason ?? stopReason;
    usage = recordOf(event.metadata).usage ?? usage;
    const start = recordOf(event.contentBlockStart);
    if (event.contentBlockStart !== undefined)
      started.set(Number(start.contentBlockIndex), recordOf(start.start));
    const { contentBlockIndex, delta } = recordOf(event.contentBlockDelta);
    const index = Number(contentBlockIndex);
    if (event.contentBlockDelta === undefined) continue;
    if (!started.has(index)) started.set(index, {});
    const { text, toolUse, reasoningContent } = recordOf(delta);
    pieces.add(`${index} text`, text);
    pieces.add(`${index} input`, recordOf(toolUse).input);
    pieces.add(`${index} thought`, recordOf(reasoningContent).text);
    pieces.add(`${index} sealed`, recordOf(reasoningContent).redactedContent);
  }
  const content = [...started].map(([index, start]) => {
    const [text, thought] = [pieces.getText(`${index} text`), pieces.getText(`${index} thought`)];
    if (start.toolUse !== undefined)
      return { toolUse: { ...recordOf(start.toolUse), input: pieces.getText(`${index} input`) ?? {} } };
    const redactedContent = pieces.getText(`${index} sealed`);
    if (redactedContent !== undefined) return { reasoningContent: { redactedContent } };
    return thought === undefined
      ? { text: text ?? "" }
      : { reasoningContent: { reasoningText: { text: thought } } };
  });
  return {
    answer: { output: { message: { role, content } }, stopReason, usage },
    isWhole: stopReason !== undefined,
  };
}
