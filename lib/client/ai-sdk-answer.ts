import type { AiSdkPart } from "./ai-sdk-prompt";
import { readPartCall } from "./ai-sdk-prompt";
import type { ChatAnswer, ChatCall } from "./chat";
import { buildCompletion } from "./chat";

/** What a model of the AI SDK answers, as far as it is looked at. */
export interface AiSdkAnswer {
  readonly content: readonly AiSdkPart[];
  readonly finishReason?: unknown;
  readonly usage?: unknown;
  readonly response?: { readonly id?: string; readonly modelId?: string };
}

/** The answer as a chat completion would say it. */
export function readChatAnswer(result: AiSdkAnswer, model: string): ChatAnswer {
  const { content, usage, finishReason, response } = result;
  const pickParts = (type: string) => content.filter((part) => part.type === type);
  return {
    id: response?.id,
    model: response?.modelId ?? model,
    text: pickParts("text")
      .map(({ text }) => String(text))
      .join(""),
    thinking: pickParts("reasoning")
      .map(({ text }) => String(text))
      .join(""),
    calls: pickParts("tool-call").map(readPartCall),
    finish: finishOf(finishReason),
    ...readUsage(usage),
  };
}

function readUsage(usage: unknown): Pick<ChatAnswer, "input" | "cacheRead" | "output"> {
  const { inputTokens, outputTokens, cachedInputTokens } = (usage ?? {}) as Record<string, unknown>;
  return {
    input: readTokens(inputTokens, "total"),
    cacheRead: readTokens(inputTokens, "cacheRead") ?? readTokens(cachedInputTokens, "total"),
    output: readTokens(outputTokens, "total"),
  };
}

/** A single figure in version 5, one of several in version 6. */
function readTokens(value: unknown, name: "total" | "cacheRead"): number | undefined {
  if (typeof value === "number") return name === "total" ? value : undefined;
  const figure = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof figure === "number" ? figure : undefined;
}

function finishOf(reason: unknown): string | undefined {
  const text = typeof reason === "string" ? reason : (reason as { unified?: unknown } | undefined)?.unified;
  return typeof text === "string" ? text.replaceAll("-", "_") : undefined;
}

/** Hears how a call ended. */
export type EndOfCall = (rest: { readonly response?: unknown; readonly error?: unknown }) => void;

/** Passes the stream on. Its content is recorded when it has ended, broke off or was left. */
export function copyStream(
  stream: ReadableStream<AiSdkPart>,
  model: string,
  end: EndOfCall,
): ReadableStream<AiSdkPart> {
  const reader = stream.getReader();
  const said = { text: [] as string[], thinking: [] as string[], calls: [] as ChatCall[] };
  let last: AiSdkPart | undefined;
  let meta: AiSdkPart | undefined;
  let failure: unknown;
  const note = (part: AiSdkPart): void => {
    if (part.type === "text-delta") said.text.push(String(part.delta));
    else if (part.type === "reasoning-delta") said.thinking.push(String(part.delta));
    else if (part.type === "tool-call") said.calls.push(readPartCall(part));
    else if (part.type === "response-metadata") meta = part;
    else if (part.type === "finish") last = part;
    else if (part.type === "error") failure = part.error;
  };
  const finish = (broken: string | null): void => {
    const response = buildCompletion({
      id: meta?.id as string | undefined,
      model: (meta?.modelId as string | undefined) ?? model,
      text: said.text.join(""),
      thinking: said.thinking.join(""),
      calls: said.calls,
      finish: finishOf(last?.finishReason),
      ...readUsage(last?.usage),
    });
    const problem = failure === undefined ? broken : describeError(failure);
    end({ response, ...(problem !== null && { error: { message: problem } }) });
  };
  return new ReadableStream<AiSdkPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          finish(null);
          controller.close();
          return;
        }
        note(value);
        controller.enqueue(value);
      } catch (error) {
        finish(describeError(error));
        controller.error(error);
      }
    },
    cancel(reason) {
      finish("the agent stopped reading the answer");
      return reader.cancel(reason);
    },
  });
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
