import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";
import { writeArguments, classifyMedia } from "./openai";
import { readUnknownPart, isEmptyPart } from "./content-text";
import type { ToolCalls } from "./tool-calls";

/**
 * Contents of Gemini's API (`{role, parts}`) in order. Call ids are optional there. A call without one gets
 * the number of its place; a response without one answers the oldest open call of its name.
 */
export class GeminiContents {
  private made = 0;
  private waiting: { readonly id: string; readonly name: string }[] = [];

  constructor(private readonly calls: ToolCalls) {}

  items(content: Loose): SeenItem[] {
    const isModel = content.role === "model";
    if (isModel) this.waiting = [];
    return recordsOf(content.parts).flatMap((part) => this.itemsOfPart(part, isModel));
  }

  private itemsOfPart(part: Loose, isModel: boolean): SeenItem[] {
    const call = part.functionCall ?? part.function_call;
    const response = part.functionResponse ?? part.function_response;
    if (call !== undefined) return [this.call(recordOf(call))];
    if (response !== undefined) return [this.response(recordOf(response))];
    const text = stringOf(part.text);
    const kind = isModel ? "assistant_text" : "user_message";
    if (text !== undefined) return [{ kind: part.thought === true ? "thinking" : kind, content: text }];
    const data = recordOf(part.inlineData ?? part.inline_data ?? part.fileData ?? part.file_data);
    const media = classifyMedia(String(data.mimeType ?? data.mime_type ?? ""));
    if (media !== null) return [{ kind, content: "", media: { [media]: 1 } }];
    return isEmptyPart(part) ? [] : [readUnknownPart(part)];
  }

  private call(call: Loose): SeenItem {
    const toolName = nameIn(call.name) ?? "tool";
    const toolCallId = findId(call.id) ?? `call-${++this.made}`;
    this.calls.note(toolCallId, toolName, call.args);
    this.waiting.push({ id: toolCallId, name: toolName });
    return { kind: "tool_call", toolName, toolCallId, content: writeArguments(call.args) };
  }

  private response(response: Loose): SeenItem {
    const name = nameIn(response.name);
    const place = this.waiting.findIndex((call) => call.name === name);
    const id = findId(response.id) ?? (place < 0 ? undefined : this.waiting[place]?.id);
    this.waiting = this.waiting.filter((call) => call.id !== id);
    const answer = recordOf(response.response);
    const error = stringOf(answer.error);
    return {
      kind: "tool_result",
      content: error ?? stringOf(answer.output) ?? writeArguments(response.response),
      ...(name !== undefined && { toolName: name }),
      ...(id !== undefined && this.calls.describe(id)),
      ...(error !== undefined && { isError: true }),
    };
  }
}
