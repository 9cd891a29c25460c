import { isRecord } from "@/lib/core/is-record";
import type { Loose } from "../../shared/values";
import { parseJsonText, recordOf, recordsOf } from "../../shared/values";
import { ListFold } from "../../shared/list-fold";
import { readAnthropicCall } from "./anthropic";
import { readBedrockCall } from "./bedrock";
import { readCohereCall } from "./cohere";
import { isCohereV1 } from "./cohere-v1";
import type { RawFields } from "./fields";
import { readGeminiCall } from "./gemini";
import { readOllamaCall } from "./ollama";
import { readChatCall } from "./openai-chat";
import { readResponsesCall } from "./openai-responses";
import { joinStreamedAnswer } from "./streamed";

export const RAW_APIS = [
  "anthropic",
  "openai.chat",
  "openai.responses",
  "gemini",
  "bedrock",
  "cohere",
  "ollama",
] as const;
export type RawApi = (typeof RAW_APIS)[number];

const SPELLINGS: Readonly<Record<string, RawApi>> = {
  "anthropic.messages": "anthropic",
  "openai.chat.completions": "openai.chat",
  google: "gemini",
  "bedrock.converse": "bedrock",
};

/** The API of a name; `undefined` for an unknown name. Then the call's shape decides. */
export function findApiNamed(name: string | undefined): RawApi | undefined {
  return RAW_APIS.find((api) => api === name) ?? SPELLINGS[name ?? ""];
}

const READERS: Record<RawApi, (request: Loose, response: Loose) => RawFields> = {
  anthropic: readAnthropicCall,
  "openai.chat": readChatCall,
  "openai.responses": readResponsesCall,
  gemini: readGeminiCall,
  bedrock: readBedrockCall,
  cohere: readCohereCall,
  ollama: readOllamaCall,
};

export function readFields(api: RawApi, request: Loose, response: Loose): RawFields {
  return READERS[api](request, response);
}

/**
 * Both can be values or JSON text. The response can also be a stream of server-sent events.
 * @returns null for an unknown API
 */
export function readRawCall(request: unknown, response: unknown, api?: RawApi): RawFields | null {
  const { asked, answered, of, isWhole } = splitCall(request, response, api);
  return of === null ? null : { ...readFields(of, asked, answered), ...(isWhole !== null && { isWhole }) };
}

/**
 * Whether the response is in a form that its API's reader knows; null without a response. An answer without content has an
 * error in its place, or says why it ended.
 */
export function isAnswerKnown(
  { answer = [], error, stopReason }: RawFields,
  response: unknown,
): boolean | null {
  if (response === undefined || response === null || response === "") return null;
  if (typeof response === "object" && Object.keys(response).length === 0) return null;
  return answer.length > 0 || error !== undefined || stopReason !== undefined;
}

export function splitCall(
  request: unknown,
  response: unknown,
  api: RawApi | undefined,
): { asked: Loose; answered: Loose; of: RawApi | null; isWhole: boolean | null } {
  const requestValue = recordOf(parseValue(request));
  const { answer, isWhole } = joinStreamedAnswer(parseValue(response));
  return { asked: requestValue, answered: answer, of: api ?? detectApi(requestValue, answer), isWhole };
}

export function detectApi(request: Loose, response: Loose): RawApi | null {
  const isInput = typeof request.input === "string" || Array.isArray(request.input);
  if (response.object === "response" || (isInput && !("messages" in request))) return "openai.responses";
  if ("contents" in request) return "gemini";
  if (isBedrockShaped(request, response)) return "bedrock";
  if (typeof response.done === "boolean") return "ollama";
  if (isCohereV1(request, response)) return "cohere";
  if (isRecord(response.message) && "finish_reason" in response) return "cohere";
  if (response.type === "message" || isAnthropicShaped(request)) return "anthropic";
  if (Array.isArray(request.messages) || Array.isArray(response.choices)) return "openai.chat";
  return null;
}

function isAnthropicShaped(request: Loose): boolean {
  const { messages } = request;
  if (!Array.isArray(messages)) return false;
  return (
    "system" in request ||
    "context_management" in request ||
    "thread" in request ||
    recordsOf(request.tools).some((tool) => "input_schema" in tool) ||
    TOOL_BLOCKS.of(messages).isIn
  );
}

const TOOL_BLOCKS = new ListFold(
  () => ({ isIn: false }),
  (blocks, message: unknown) => {
    const isOne = ({ type }: Loose) => type === "tool_use" || type === "tool_result";
    blocks.isIn ||= listBlocks(recordOf(message).content).some(isOne);
  },
);

function isBedrockShaped(request: Loose, response: Loose): boolean {
  const keys = ["toolConfig", "inferenceConfig", "guardrailConfig", "modelId"];
  return isRecord(recordOf(response.output).message) || keys.some((key) => key in request);
}

function listBlocks(content: unknown): Loose[] {
  return Array.isArray(content) ? recordsOf(content) : [];
}

function parseValue(value: unknown): unknown {
  return typeof value === "string" ? (parseJsonText(value) ?? value) : value;
}
