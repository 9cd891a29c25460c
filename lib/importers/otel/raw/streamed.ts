import type { Loose } from "../../shared/values";
import { recordOf, recordsOf } from "../../shared/values";
import { anthropicStream } from "./streams/anthropic";
import { bedrockStream } from "./streams/bedrock";
import { chatStream } from "./streams/chat";
import { cohereStream, cohereV1Stream } from "./streams/cohere";
import { geminiStream } from "./streams/gemini";
import { ollamaStream } from "./streams/ollama";
import { responsesStream } from "./streams/responses";
import type { StreamForm } from "./streams/stream";

interface StreamedAnswer {
  readonly answer: Loose;
  /** Whether a stream says that it has ended; null for an answer that is no stream. */
  readonly isWhole: boolean | null;
}

const FORMS: readonly StreamForm[] = [
  anthropicStream,
  responsesStream,
  chatStream,
  geminiStream,
  bedrockStream,
  cohereStream,
  cohereV1Stream,
  ollamaStream,
];

/**
 * A response as its API gives it without a stream. Takes its value, or a stream: its text (server-sent events, or lines
 * of JSON) or the list of its events. An error that a stream tells of stands in `error`.
 */
export function joinStreamedAnswer(response: unknown): StreamedAnswer {
  // The client for Bedrock hands the events over below a name.
  const stream = recordOf(response).stream ?? response;
  const events =
    typeof stream === "string" ? parseEvents(stream) : Array.isArray(stream) ? recordsOf(stream) : [];
  if (events.length === 0)
    return typeof response === "string"
      ? { answer: {}, isWhole: isStreamText(response) ? isDone(response) : null }
      : { answer: recordOf(response), isWhole: null };
  const form = FORMS.find(({ isOf }) => events.some(isOf));
  const { answer, isWhole } = form?.join(events) ?? { answer: {}, isWhole: false };
  const failed = events.find(({ error }) => error !== undefined && error !== null)?.error;
  const alone = events.find(({ type }) => type === "error");
  const error = failed ?? alone;
  return {
    answer: error === undefined ? answer : { ...answer, error },
    isWhole: isWhole || (typeof response === "string" && isDone(response)),
  };
}

function isStreamText(text: string): boolean {
  return /^(data|event|id|retry)?:/m.test(text);
}

/** The last event of chat completions is no JSON. */
function isDone(text: string): boolean {
  return /^data: ?\[DONE\]\s*$/m.test(text);
}

function parseEvents(stream: string): Loose[] {
  const lines = stream.split(/\r?\n/);
  const isEvents = lines.some((line) => line.startsWith("data:"));
  return lines.flatMap((line) => {
    if (isEvents ? !line.startsWith("data:") : !line.startsWith("{")) return [];
    try {
      return [recordOf(JSON.parse(isEvents ? line.slice(5) : line))];
    } catch {
      return [];
    }
  });
}
