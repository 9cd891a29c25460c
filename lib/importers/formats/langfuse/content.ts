import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { ChatMessages } from "../../messages/chat-message";
import { readItemsOfTools } from "../../messages/openai";
import { detectApi, readRawCall } from "../../otel/raw";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import type { Observation } from "./observations";
import { readAttributes, readValue } from "./observations";

export interface Input {
  readonly items: readonly SeenItem[];
  readonly isMore: boolean;
}

/**
 * Tools, instructions and messages; `null` when no message is shown. OpenAI's responses repeat the
 * instructions and tools of their request, and some integrations record them only there.
 */
export function findLangfuseInput({ raw, input, output }: Observation): Input | null {
  const attributes = readAttributes(raw);
  const request = readValue(input);
  const response = recordOf(readValue(output));
  const messages = convertToRequest(request, response) ?? readMessages(request, "user");
  const said = messages.filter(({ kind }) => kind !== "tool_schemas");
  if (said.length === 0) return null;
  if (said.every(({ kind }) => kind === "tool_result")) return { items: said, isMore: true };
  const schemas = messages.filter(({ kind }) => kind === "tool_schemas");
  const instructions = readValue(attributes["gen_ai.system_instructions"]) ?? response.instructions;
  const system = said.some(({ kind }) => kind === "system_rules")
    ? []
    : new ChatMessages().message({ role: "system", content: instructions });
  const tools =
    schemas.length > 0 ? schemas : readItemsOfTools(readTools(request, raw.metadata, attributes, response));
  return { items: [...tools, ...system, ...said], isMore: false };
}

export function readLangfuseOutput({ output }: Observation): SeenItem[] {
  const value = readValue(output);
  const response = recordOf(value);
  const api = isGemini(response) ? "gemini" : undefined;
  const answer = isWholeResponse(response) ? readRawCall({}, response, api)?.answer : undefined;
  if (answer !== undefined) return [...answer];
  const single = recordOf(response.message ?? response.content);
  if (stringOf(single.role) !== undefined) return readMessages(single, "assistant");
  return readMessages(value, "assistant");
}

function convertToRequest(request: unknown, response: Loose): SeenItem[] | undefined {
  const { instructions, tools } = response;
  const isResponses = Array.isArray(request) && (response.object === "response" || hasResponseItems(request));
  const asked = isResponses ? { input: request, instructions, tools } : recordOf(request);
  const api = detectApi(asked, {});
  if (api !== "openai.responses" && api !== "gemini") return undefined;
  const call = readRawCall(asked, {}, api);
  if (call?.messages === undefined) return undefined;
  const said = [...(call.system ?? []), ...call.messages.flatMap(({ items }) => items)];
  return [...(call.tools ?? []), ...addSlots(said)];
}

function addSlots(items: readonly SeenItem[]): SeenItem[] {
  const systems = items.filter(({ kind }) => kind === "system_rules");
  return items.map((item) => {
    const place = systems.indexOf(item);
    return place < 0 ? item : { ...item, slot: place === 0 ? "system" : `system:${place + 1}` };
  });
}

function hasResponseItems(request: readonly unknown[]): boolean {
  const types = recordsOf(request).map(({ type }) => String(type));
  return types.some((type) => /^(function|custom_tool|computer|shell|mcp)_call(_output)?$/.test(type));
}

function isWholeResponse(response: Loose): boolean {
  return response.object === "response" || Array.isArray(response.choices) || isGemini(response);
}

function isGemini({ candidates, content }: Loose): boolean {
  return Array.isArray(candidates) || Array.isArray(recordOf(content).parts);
}

function readMessages(value: unknown, role: "user" | "assistant"): SeenItem[] {
  const messages = new ChatMessages();
  if (typeof value === "string") {
    const listed = role === "user" ? findMessagesInText(value) : null;
    return listed === null ? messages.message({ role, content: value }) : messages.list(listed);
  }
  if (Array.isArray(value)) return messages.list(value as unknown[]);
  const { messages: listed, prompt, ...rest } = recordOf(value);
  const single = rest.system === undefined ? [] : messages.message({ role: "system", content: rest.system });
  if (Array.isArray(listed)) return [...single, ...messages.list(listed as unknown[])];
  if (stringOf(prompt) !== undefined && rest.role === undefined)
    return [...single, ...messages.message({ role: "user", content: prompt })];
  return messages.message(rest.role === undefined && role === "assistant" ? { ...rest, role } : rest);
}

function readTools(request: unknown, metadata: unknown, attributes: Loose, response: Loose): unknown {
  const listed =
    recordOf(request).tools ??
    recordOf(readValue(metadata)).tools ??
    attributes["gen_ai.tool.definitions"] ??
    attributes["ai.prompt.tools"] ??
    response.tools;
  const tools = readValue(listed);
  return Array.isArray(tools) ? (tools as unknown[]).map(readValue) : undefined;
}

const SPEAKER = /^(system|developer|user|human|assistant|ai|tool|function): ?/gm;

/**
 * Some integrations record a prompt as one text, each message behind its speaker: `system: …`, `user: …`.
 * `null` when the text does not begin like this. A content of `None` means none.
 */
function findMessagesInText(text: string): Loose[] | null {
  const starts = [...text.matchAll(SPEAKER)];
  if (starts[0]?.index !== 0) return null;
  return starts.flatMap((start, i): Loose[] => {
    const content = text.slice(start.index + start[0].length, starts[i + 1]?.index).trim();
    return content === "" || content === "None" ? [] : [{ role: start[1], content }];
  });
}
