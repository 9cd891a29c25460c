import type { TraceEventOf } from "@/lib/core/trace/event";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { findTokens } from "../shared/bounds";
import type { ReadingOf } from "../shared/record-type";
import type { Loose } from "../shared/values";
import { keepDefined, recordsOf } from "../shared/values";
import { readShown } from "./anthropic";
import { writeArguments } from "./openai";
import { PI_PART, PI_USAGE } from "./pi-records";
import type { PI_MESSAGE } from "./pi-records";
import { readUnknownPart, isEmptyPart } from "./content-text";
import type { ToolCalls } from "./tool-calls";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

const HARNESS_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/, "runtime context"],
  [/^\[OpenClaw [^\]]*\]\s*$/, "heartbeat"],
];

type PiMessage = ReadingOf<typeof PI_MESSAGE>;

export function readItemsOfPiMessage(message: PiMessage, calls: ToolCalls): SeenItem[] {
  switch (message.role) {
    case "user":
      return readItemsOfText(message.content, "user_message").flatMap(splitSkill).map(classifyUserText);
    case "assistant":
      return recordsOf(message.content).flatMap((block) => readItemsOfAnswer(block, calls));
    case "toolResult":
      return [readResult(message, calls)];
    case "bashExecution":
      return message.excludeFromContext ? [] : [readBash(message)];
    case "custom":
    case "hookMessage":
      return readItemsOfCustomMessage(message);
    default:
      return [];
  }
}

export function readItemsOfCustomMessage({
  customType: label = "custom message",
  content,
}: Pick<PiMessage, "customType" | "content">): SeenItem[] {
  return readItemsOfText(content, "attachment").map((item) => ({ ...item, label }));
}

export function findUsageOfPi(reported: unknown): Usage | undefined {
  const usage = PI_USAGE.of(reported);
  const { cacheRead = 0, input: parts = 0, output = null, cost: statedCost } = usage;
  const { cacheWrite = 0, ...kept } = readPiWrites(usage);
  const isWhole = isCacheIncluded(
    { input: parts, output: output ?? 0, cached: cacheRead + cacheWrite },
    usage.totalTokens,
  );
  const input = findTokens(isWhole ? parts : parts + cacheRead + cacheWrite);
  if (input === undefined || input === 0) return undefined;
  return {
    input,
    cacheRead,
    cacheWrite,
    output,
    ...kept,
    ...keepDefined({ statedCost }),
  };
}

/**
 * Whether the stated input contains its cached part. The total of the call decides: of some providers it is input and output
 * alone, of others the cached part comes on top.
 */
function isCacheIncluded(
  { input, output, cached }: { readonly input: Tokens; readonly output: Tokens; readonly cached: Tokens },
  total: unknown,
): boolean {
  return cached > 0 && input >= cached && findTokens(total) === input + output;
}

/** pi states the part that is kept for an hour inside the total. */
function readPiWrites({ cacheWrite, cacheWrite1h: cacheWriteHour }: ReadingOf<typeof PI_USAGE>) {
  return keepDefined({ cacheWrite, cacheWriteHour });
}

function readItemsOfText(content: unknown, kind: SeenItem["kind"]): SeenItem[] {
  const { text, media } = readShown(content);
  return text === "" && media === null ? [] : [{ kind, content: text, ...(media !== null && { media }) }];
}

const SKILL = /^<skill name="([^"]{1,200})" location="([^"]{1,2000})">\n/;
const SKILL_END = "\n</skill>";

/** The text of a skill that was called by its name stands in the message that called it, before what was typed behind the name. */
function splitSkill(item: SeenItem): SeenItem[] {
  const { content, ...others } = item;
  const [, name, path] = SKILL.exec(content) ?? [];
  const end = content.indexOf(SKILL_END);
  if (name === undefined || path === undefined || end < 0) return [item];
  const [skill, typed] = [content.slice(0, end + SKILL_END.length), content.slice(end + SKILL_END.length)];
  const items = typed.trim() === "" ? [] : [{ ...others, content: typed.trimStart() }];
  return [{ kind: "attachment", label: `skill ${name}`, content: skill, origin: { path } }, ...items];
}

function classifyUserText(item: SeenItem): SeenItem {
  const label = HARNESS_TEXTS.find(([pattern]) => pattern.test(item.content))?.[1];
  return label === undefined ? item : { ...item, kind: "attachment", label };
}

function readItemsOfAnswer(block: Loose, calls: ToolCalls): SeenItem[] {
  const {
    type,
    text,
    thinking = "",
    name: toolName = "tool",
    id: toolCallId,
    arguments: given,
  } = PI_PART.of(block);
  if (type === "text") return text === undefined ? [] : [{ kind: "assistant_text", content: text }];
  if (type === "thinking") return [{ kind: "thinking", content: thinking }];
  if (type !== "toolCall") return isEmptyPart(block) ? [] : [readUnknownPart(block)];
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, given);
  const content = writeArguments(given);
  return [{ kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) }];
}

function readResult({ content, toolName, toolCallId, isError }: PiMessage, calls: ToolCalls): SeenItem {
  const { text, media } = readShown(content);
  return {
    kind: "tool_result",
    content: text,
    ...calls.describe(toolCallId),
    ...(toolName !== undefined && { toolName }),
    ...(media !== null && { media }),
    ...(isError && { isError: true }),
  };
}

/** A command of the user. It is sent as the user's text, although most of it is the command's output. */
function readBash({ command = "", output = "", exitCode }: PiMessage): SeenItem {
  const status = typeof exitCode === "number" && exitCode !== 0 ? `\nexit code ${exitCode}` : "";
  const content = `$ ${command}\n${output}${status}`;
  return { kind: "user_message", label: "bash", trust: "untrusted", content };
}
