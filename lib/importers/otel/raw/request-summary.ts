import { findId } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import { splitCall, isAnswerKnown, readFields, type RawApi } from ".";

/** The facts of a request that are known without reading its messages, which repeat from call to call. */
export interface RequestSummary {
  readonly api: RawApi;
  readonly responseId: string | undefined;
  readonly isDelta: boolean;
  /** The response that the request goes on from, and the conversation that the provider keeps. */
  readonly previousId: string | undefined;
  readonly conversation: string | undefined;
  /** Whether the response is in a form that its API's reader knows; null without a response. */
  readonly isAnswerKnown: boolean | null;
  readonly messages: unknown;
  readonly begins: string | null;
  readonly leaves: readonly string[];
  readonly brings: { readonly usage: boolean; readonly content: boolean; readonly tools: boolean };
}

export function requestSummaryOf(request: unknown, response: unknown, api?: RawApi): RequestSummary | null {
  const { asked, answered, of } = splitCall(request, response, api);
  if (of === null) return null;
  const messages = asked[MESSAGES[of]];
  const usage = recordOf(answered.usage ?? answered.usageMetadata ?? answered.usage_metadata);
  const tools = asked.tools ?? asked.functions ?? recordOf(asked.config).tools;
  return {
    api: of,
    responseId: of === "gemini" ? undefined : findId(answered.id),
    isDelta: isDelta(of, asked),
    previousId: findId(asked.previous_response_id) ?? findId(recordOf(asked.thread).previous_message_id),
    conversation: findId(asked.conversation) ?? findId(recordOf(asked.conversation).id),
    isAnswerKnown: isAnswerKnown(readFields(of, {}, answered), response),
    messages,
    begins: identifyFirst(messages),
    leaves: [...recordsOf(answered.content), ...recordsOf(answered.output)].flatMap(listIdentifyingTexts),
    brings: {
      usage: Object.values(usage).some((count) => typeof count === "number"),
      content: typeof messages === "string" || recordsOf(messages).length > 0,
      tools: recordsOf(tools).length > 0 || callsTools(answered),
    },
  };
}

const MESSAGES: Record<RawApi, string> = {
  anthropic: "messages",
  "openai.chat": "messages",
  "openai.responses": "input",
  gemini: "contents",
  bedrock: "messages",
  cohere: "messages",
  ollama: "messages",
};

function identifyFirst(messages: unknown): string | null {
  const first = recordsOf(messages).find(({ role }) => role !== "system" && role !== "developer");
  if (first === undefined) return null;
  const [text] = listIdentifyingTexts(first);
  return text ?? recordsOf(first.content).flatMap(listIdentifyingTexts)[0] ?? null;
}

/** A sealed block is identified by its encrypted content. */
function listIdentifyingTexts({ type, content, encrypted_content: sealed }: Loose): string[] {
  if (type !== "compaction") return [];
  return [stringOf(content) ?? stringOf(sealed)].flatMap((text) => text ?? []);
}

function isDelta(api: RawApi, request: Loose): boolean {
  if (api === "anthropic") return recordOf(request.thread).type === "continue";
  if (api !== "openai.responses") return false;
  const { previous_response_id: previous, conversation } = request;
  return (findId(previous) ?? findId(conversation) ?? findId(recordOf(conversation).id)) !== undefined;
}

function callsTools(response: Loose): boolean {
  const message = recordOf(recordsOf(response.choices)[0]?.message);
  const candidate = recordOf(recordsOf(response.candidates)[0]?.content);
  return (
    recordsOf(message.tool_calls).length > 0 ||
    [...recordsOf(response.content), ...recordsOf(response.output)].some(({ type }) =>
      /(tool_use|_call)$/.test(String(type)),
    ) ||
    recordsOf(candidate.parts).some((part) => "functionCall" in part)
  );
}
