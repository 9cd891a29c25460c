import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { InsideCall } from "@/lib/core/trace/event-parts";
import type { TraceEventOf } from "@/lib/core/trace/event";
import { isRecord } from "@/lib/core/is-record";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findId, nameIn, findTokens } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { keepDefined, recordOf, recordsOf, stringOf } from "../shared/values";
import { writeArguments, classifyMedia } from "./openai";
import { readAttachment, readCited, readUnknownPart, isEmptyPart, findTextOfDocument } from "./content-text";
import type { ToolCalls } from "./tool-calls";
import { findCost, findTier, findWebSearches, readWrites } from "../shared/billed";

type Role = "user" | "assistant";
type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;
type Media = NonNullable<BlockStatement["media"]>;

export function readItemsOfContent(role: Role, content: unknown, calls: ToolCalls): SeenItem[] {
  if (typeof content === "string") return content === "" ? [] : [readSpoken(role, content)];
  return recordsOf(content).flatMap((block) => readItemsOfBlock(role, block, calls));
}

function readItemsOfBlock(role: Role, block: Loose, calls: ToolCalls): SeenItem[] {
  const type = String(block.type ?? "text");
  const text = stringOf(block.text);
  if (type === "text" && text !== undefined) return [readSpoken(role, text), ...readCited(block)];
  if (type === "thinking") return [{ kind: "thinking", content: stringOf(block.thinking) ?? "" }];
  if (type === "redacted_thinking") return [{ kind: "thinking", content: "", completeness: "metadata_only" }];
  if (type === "compaction") return [{ kind: "compaction_summary", content: stringOf(block.content) ?? "" }];
  if (type.endsWith("tool_use")) return [readCall(block, calls)];
  if (type.endsWith("tool_result")) return [readResult(block, calls)];
  const media = classifyMedia(type);
  if (media === "file") return [readAttachment(block)];
  if (media === null) return isEmptyPart(block) ? [] : [readUnknownPart(block)];
  return [{ ...readSpoken(role, ""), media: { [media]: 1 } }];
}

function readSpoken(role: Role, content: string): SeenItem {
  return { kind: role === "assistant" ? "assistant_text" : "user_message", content };
}

function readCall(block: Loose, calls: ToolCalls): SeenItem {
  const toolName = nameIn(block.name) ?? "tool";
  const toolCallId = findId(block.id);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, block.input);
  return {
    kind: "tool_call",
    toolName,
    content: writeArguments(block.input),
    ...(toolCallId !== undefined && { toolCallId }),
  };
}

function readResult(block: Loose, calls: ToolCalls): SeenItem {
  const { text, media } = readShown(block.content);
  return {
    kind: "tool_result",
    content: text,
    ...calls.describe(findId(block.tool_use_id)),
    ...(media !== null && { media }),
    ...(block.is_error === true && { isError: true }),
  };
}

/** Counts parts that are not text. Never returns the content of an image. */
export function readShown(content: unknown): { text: string; media: Media | null } {
  if (typeof content === "string") return { text: content, media: null };
  const media: Media = {};
  const parts = isRecord(content) ? [content] : recordsOf(content);
  const texts = parts.flatMap((part) => listTextsOfPart(part, media));
  return { text: texts.join("\n"), media: Object.keys(media).length > 0 ? media : null };
}

/** A part of an unknown kind is shown as a whole. `media` counts what is not text. */
function listTextsOfPart(part: Loose, media: Media): string[] {
  const text = stringOf(part.text) ?? findTextOfDocument(part);
  if (text !== undefined) return [text];
  const kind = classifyMedia(String(part.type));
  if (kind !== null) {
    media[kind] = (media[kind] ?? 0) + 1;
    return [];
  }
  const named = [part.title, part.url].filter((line) => typeof line === "string");
  const page = isRecord(part.content) ? listTextsOfPart(part.content, media) : [];
  if (named.length + page.length > 0) return [...named, ...page];
  return isEmptyPart(part) ? [] : [JSON.stringify(part)];
}

/**
 *     passes of a call    compaction 55,196   →  the window of the request, which was read and is the peak
 *                         message       229   →  the window of the answer: billed as a call inside the call
 *
 * The input includes the cached part. If the provider made several passes, the top level only has the last one: the window is
 * that of the pass that compacted, else of the last one, and every other pass is a call inside the call, which is billed
 * and no part of the window. A total of 0 means that nothing was reported.
 * @param model that was called; where it is not known, passes cannot be calls of their own, and their sum is the input
 */
export function readAnthropicUsage(reported: unknown, model?: string): Usage | undefined {
  const usage = recordOf(reported);
  const all = recordsOf(usage.iterations);
  const own = all.filter((pass) => nameIn(pass.model) === undefined);
  const passes = own.length > 1 ? own : [{ ...usage, ...own[0] }];
  const sum = sumOfPasses(passes.map(passUsage));
  const read =
    passes.find(({ type }) => type === "compaction") ?? passes.findLast(isMessage) ?? passes.at(-1);
  const isOne = model !== undefined && read !== undefined;
  const figures = isOne ? { ...passUsage(read), output: sum.output } : sum;
  if (figures.input === 0) return undefined;
  const inside = all.flatMap((pass): InsideCall[] => {
    const name = nameIn(pass.model);
    if (name === undefined)
      return isOne && own.length > 1 && pass !== read ? listInsideCalls(pass, model, 0) : [];
    return listInsideCalls(pass, name, findTokens(pass.output_tokens) ?? 0);
  });
  return {
    ...figures,
    ...keepDefined({
      tier: findTier(usage),
      statedCost: findCost(usage.cost),
      webSearches: findWebSearches(usage),
      inside: inside.length > 0 ? inside : undefined,
    }),
  };
}

function isMessage({ type }: Loose): boolean {
  return type === "message";
}

function listInsideCalls(pass: Loose, model: string, output: Tokens): InsideCall[] {
  const { input, cacheRead, cacheWrite, cacheWriteHour } = passUsage(pass);
  return input === 0
    ? []
    : [{ model, input, cacheRead, cacheWrite, output, ...keepDefined({ cacheWriteHour }) }];
}

interface PassUsage {
  readonly input: Tokens;
  readonly cacheRead: Tokens | null;
  readonly cacheWrite: Tokens | null;
  readonly output: Tokens | null;
  readonly cacheWriteHour?: Tokens;
}

function passUsage(pass: Loose): PassUsage {
  const { iterations: _passes, ...own } = pass;
  const cacheRead = findTokens(pass.cache_read_input_tokens) ?? null;
  const writes = readWrites(own, findTokens(pass.cache_creation_input_tokens));
  const input = (findTokens(pass.input_tokens) ?? 0) + (cacheRead ?? 0) + (writes.cacheWrite ?? 0);
  return {
    input: findTokens(input) ?? 0,
    cacheRead,
    cacheWrite: null,
    output: findTokens(pass.output_tokens) ?? null,
    ...writes,
  };
}

function sumOfPasses(passes: readonly PassUsage[]): PassUsage {
  const sum = (key: keyof PassUsage): Tokens | null => {
    const values = passes.flatMap((pass) => pass[key] ?? []);
    return values.length === 0 ? null : (findTokens(values.reduce((total, part) => total + part, 0)) ?? null);
  };
  return {
    input: sum("input") ?? 0,
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
    output: sum("output"),
    ...keepDefined({ cacheWriteHour: sum("cacheWriteHour") }),
  };
}
