import { isRecord } from "@/lib/core/is-record";
import type { Loose } from "../../shared/values";
import { jsonIn, recordOf, recordsOf } from "../../shared/values";
import { ListFold } from "../../shared/list-fold";
import { anthropicCall } from "./anthropic";
import { bedrockCall } from "./bedrock";
import { cohereCall } from "./cohere";
import { isCohereV1 } from "./cohere-v1";
import type { RawFields } from "./fields";
import { geminiCall } from "./gemini";
import { ollamaCall } from "./ollama";
import { chatCall } from "./openai-chat";
import { responsesCall } from "./openai-responses";
import { streamedAnswer } from "./streamed";

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

/** `undefined` for an unknown name; then the call's shape decides. */
export function apiNamed(name: string | undefined): RawApi | undefined {
  return RAW_APIS.find((known) => known === name) ?? SPELLINGS[name ?? ""];
}

const READERS: Record<RawApi, (request: Loose, response: Loose) => RawFields> = {
  anthropic: anthropicCall,
  "openai.chat": chatCall,
  "openai.responses": responsesCall,
  gemini: geminiCall,
  bedrock: bedrockCall,
  cohere: cohereCall,
  ollama: ollamaCall,
};

export function readFields(api: RawApi, request: Loose, response: Loose): RawFields {
  return READERS[api](request, response);
}

/**
 * Both can be values or JSON text. The response can also be a stream of server-sent events.
 * @returns null for an unknown API
 */
export function rawCall(request: unknown, response: unknown, api?: RawApi): RawFields | null {
  const { asked, answered, of, isWhole } = askedAndAnswered(request, response, api);
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

export function askedAndAnswered(
  request: unknown,
  response: unknown,
  api: RawApi | undefined,
): { asked: Loose; answered: Loose; of: RawApi | null; isWhole: boolean | null } {
  const asked = recordOf(parsed(request));
  const { answer, isWhole } = streamedAnswer(parsed(response));
  return { asked, answered: answer, of: api ?? apiOf(asked, answer), isWhole };
}

export function apiOf(request: Loose, response: Loose): RawApi | null {
  const isInput = typeof request.input === "string" || Array.isArray(request.input);
  if (response.object === "response" || (isInput && !("messages" in request))) return "openai.responses";
  if ("contents" in request) return "gemini";
  if (looksBedrock(request, response)) return "bedrock";
  if (typeof response.done === "boolean") return "ollama";
  if (isCohereV1(request, response)) return "cohere";
  if (isRecord(response.message) && "finish_reason" in response) return "cohere";
  if (response.type === "message" || looksAnthropic(request)) return "anthropic";
  if (Array.isArray(request.messages) || Array.isArray(response.choices)) return "openai.chat";
  return null;
}

function looksAnthropic(request: Loose): boolean {
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
    blocks.isIn ||= blocksOf(recordOf(message).content).some(isOne);
  },
);

function looksBedrock(request: Loose, response: Loose): boolean {
  const own = ["toolConfig", "inferenceConfig", "guardrailConfig", "modelId"];
  return isRecord(recordOf(response.output).message) || own.some((key) => key in request);
}

function blocksOf(content: unknown): Loose[] {
  return Array.isArray(content) ? recordsOf(content) : [];
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? (jsonIn(value) ?? value) : value;
}
