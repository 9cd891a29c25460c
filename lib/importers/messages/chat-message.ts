import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { idOf, recordOf, recordsOf, stringOf } from "../shared/values";
import { writeArguments, readItemsOfTools, classifyMedia } from "./openai";
import { readItemsOfResponseItem } from "./responses";
import { readAttachment, readCited, readUnknownPart, isEmptyPart, writeSentText } from "./content-text";
import { readCallArguments, ToolCalls } from "./tool-calls";

type Role = "system" | "user" | "assistant" | "tool";

const ROLES: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["human", "user"],
  ["assistant", "assistant"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["tool", "tool"],
  ["function", "tool"],
]);

/**
 * Reads chat messages of an unknown API, as tracing tools store them: OpenAI, Anthropic, the AI SDK,
 * LangChain (also serialised), the parts of OpenTelemetry's conventions. One reader per list: results are
 * paired with the calls before them.
 */
export class ChatMessages {
  private readonly calls = new ToolCalls();
  private systems = 0;

  list(messages: readonly unknown[]): SeenItem[] {
    const items = messages.flatMap((message) => this.message(message));
    const from = items.findLastIndex(({ kind }) => kind === "compaction_summary");
    if (from <= 0) return items;
    return [...items.slice(0, from).filter(({ kind }) => kind === "system_rules"), ...items.slice(from)];
  }

  message(value: unknown): SeenItem[] {
    const message = unwrapMessage(recordOf(value));
    const named = stringOf(message.role) ?? stringOf(message.type);
    const parts = message.parts ?? message.content;
    if (isBareCall(message)) return [this.call(message)];
    if (isResponseItem(message)) return readItemsOfResponseItem(message, this.calls);
    const calls = readCallsBeside(message);
    if (named === undefined || (parts === undefined && calls.length === 0)) return [];
    const role = ROLES.get(named.toLowerCase());
    const written = readCallsAsContent(parts);
    if (written !== null && (role === "assistant" || role === "tool"))
      return written.map((call) => this.call(call));
    if (role === "tool" || role === undefined) return this.results(message, parts, named);
    if (role === "assistant") this.calls.beginAnswer();
    return [
      ...readThinking(message),
      ...this.parts(role, parts),
      ...readCited(message),
      ...calls.map((call) => this.call(call)),
    ];
  }

  private parts(role: Role, content: unknown): SeenItem[] {
    if (typeof content === "string") return content === "" ? [] : [this.spoken(role, content)];
    const parts = Array.isArray(content) ? (content as unknown[]) : [];
    return parts.flatMap((part) =>
      typeof part === "string" ? [this.spoken(role, part)] : this.part(role, recordOf(part)),
    );
  }

  private part(role: Role, part: Loose): SeenItem[] {
    const type = String(part.type ?? "text").replaceAll("-", "_");
    if (RESULT_PART.test(type)) return [this.result(part, readResult(part))];
    if (CALL_PART.test(type)) return [this.call(part)];
    const media = classifyMedia(type);
    if (media === "file" && part.text === undefined) return [readAttachment(part)];
    const text = readText(part);
    if (type === "compaction")
      return [
        { kind: "compaction_summary", content: text, ...(text === "" && { completeness: "metadata_only" }) },
      ];
    if (/think|reasoning/i.test(type))
      return [{ kind: "thinking", content: text, ...(text === "" && { completeness: "metadata_only" }) }];
    if (text !== "") return [this.spoken(role, text), ...readCited(part)];
    if (media !== null) return [{ ...this.spoken(role, ""), media: { [media]: 1 } }];
    return isEmptyPart(part) ? [] : [readUnknownPart(part)];
  }

  private results(message: Loose, parts: unknown, named: string): SeenItem[] {
    if (isDefinition(parts)) return readItemsOfTools([parts]);
    const answered = recordsOf(parts).filter(({ type }) =>
      RESULT_PART.test(String(type).replaceAll("-", "_")),
    );
    if (answered.length > 0) return answered.map((part) => this.result(part, readResult(part)));
    // LangChain's handlers put the tool's name where others put the role.
    const name = ROLES.get(named.toLowerCase()) === undefined ? named : message.name;
    return [this.result({ ...message, name }, parts)];
  }

  private spoken(role: Role, content: string): SeenItem {
    if (role === "system") {
      const slot = this.systems === 0 ? "system" : `system:${this.systems + 1}`;
      this.systems++;
      return { kind: "system_rules", slot, content };
    }
    return { kind: role === "assistant" ? "assistant_text" : "user_message", content };
  }

  private call(call: Loose): SeenItem {
    const fn = recordOf(call.function);
    const toolName =
      nameIn(fn.name ?? call.name ?? call.toolName ?? call.tool_name ?? call.function) ?? "tool";
    const toolCallId = findCallId(call);
    const content = writeArguments(fn.arguments ?? call.arguments ?? call.args ?? call.input);
    if (toolCallId !== undefined) this.calls.note(toolCallId, toolName, readCallArguments(content));
    return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
  }

  private result(result: Loose, shown: unknown): SeenItem {
    const toolName = nameIn(result.name ?? result.toolName ?? result.function);
    const failed = result.is_error === true || result.isError === true || result.status === "error";
    return {
      kind: "tool_result",
      content: writeSentText(shown),
      ...this.calls.describe(findId(idOf(result.tool_call_id ?? result.tool_use_id)) ?? findCallId(result)),
      ...(toolName !== undefined && { toolName }),
      ...(failed && { isError: true }),
    };
  }
}

const RESULT_PART = /tool_result|tool_call_response|function_call_output|function_response/;
const CALL_PART = /tool_use|tool_call|function_call/;

function findCallId(part: Loose): string | undefined {
  return findId(idOf(part.toolCallId ?? part.tool_call_id ?? part.call_id ?? part.id));
}

/**
 * LangChain's serialised messages have their content one level down, and their role in the name of their
 * class.
 */
function unwrapMessage(message: Loose): Loose {
  const kwargs = recordOf(message.kwargs ?? message.data);
  if (kwargs.content === undefined) return message;
  const className = Array.isArray(message.id) ? String(message.id.at(-1)) : String(message.type);
  const role = className.replace(/Message(Chunk)?$/, "").toLowerCase();
  return { ...kwargs, id: undefined, role };
}

function readThinking(message: Loose): SeenItem[] {
  const parts = [...recordsOf(message.reasoning_details), ...recordsOf(message.thinking_blocks)];
  const text =
    stringOf(message.reasoning_content) ??
    stringOf(message.reasoning) ??
    stringOf(message.reasoning_text) ??
    parts.map((part) => stringOf(part.text ?? part.summary ?? part.thinking) ?? "").join("\n");
  return text.trim() === "" ? [] : [{ kind: "thinking", content: text }];
}

function readText(part: Loose): string {
  const inner = recordOf(part.content);
  const text =
    part.text ?? part.thinking ?? part.think ?? part.reasoning ?? inner.text ?? part.content ?? part.refusal;
  return stringOf(text) ?? "";
}

function readResult(part: Loose): unknown {
  return part.response ?? part.result ?? part.output ?? part.content;
}

/** LangChain's handlers can leave the calls where the provider's answer had them. */
function readCallsBeside(message: Loose): Loose[] {
  const calls = recordsOf(message.tool_calls);
  return calls.length > 0 ? calls : recordsOf(recordOf(message.additional_kwargs).tool_calls);
}

function isBareCall({ role, toolName, toolCallId, ...rest }: Loose): boolean {
  const isResult = rest.result !== undefined || rest.output !== undefined;
  return (
    role === undefined && stringOf(toolName) !== undefined && stringOf(toolCallId) !== undefined && !isResult
  );
}

function isResponseItem({ role, type, call_id: call }: Loose): boolean {
  const named = stringOf(type);
  if (role !== undefined || named === undefined) return false;
  return named === "reasoning" || (stringOf(call) !== undefined && /_(call|output|result)$/.test(named));
}

/** `null` when the content is not a list of calls, or its JSON text. */
function readCallsAsContent(content: unknown): Loose[] | null {
  if (!Array.isArray(content) && (typeof content !== "string" || !/^\s*\[\s*\{/.test(content))) return null;
  const calls = recordsOf(content);
  const areCalls = calls.every(({ type, id, function: fn }) => {
    const { name, arguments: args } = recordOf(fn);
    return (
      type === "function" && stringOf(id) !== undefined && stringOf(name) !== undefined && args !== undefined
    );
  });
  return calls.length > 0 && areCalls ? calls : null;
}

function isDefinition(content: unknown): boolean {
  const { type, function: fn } = recordOf(content);
  const { name, arguments: args } = recordOf(fn);
  return type === "function" && stringOf(name) !== undefined && args === undefined;
}
