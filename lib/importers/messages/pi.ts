import type { TraceEventOf } from "@/lib/core/trace/event";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { tokensIn } from "../shared/bounds";
import type { ReadingOf } from "../shared/record-type";
import type { Loose } from "../shared/values";
import { definedFields, recordsOf } from "../shared/values";
import { shownOf } from "./anthropic";
import { argumentsText } from "./openai";
import { PI_PART, PI_USAGE } from "./pi-records";
import type { PI_MESSAGE } from "./pi-records";
import { partOfUnknownKind, isEmptyPart } from "./shown";
import type { ToolCalls } from "./tool-calls";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

const HARNESS_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/, "runtime context"],
  [/^\[OpenClaw [^\]]*\]\s*$/, "heartbeat"],
];

type PiMessage = ReadingOf<typeof PI_MESSAGE>;

export function itemsOfPiMessage(message: PiMessage, calls: ToolCalls): SeenItem[] {
  switch (message.role) {
    case "user":
      return itemsOfText(message.content, "user_message").map(kindOfUserText);
    case "assistant":
      return recordsOf(message.content).flatMap((block) => itemsOfAnswer(block, calls));
    case "toolResult":
      return [resultOf(message, calls)];
    case "bashExecution":
      return message.excludeFromContext ? [] : [bashOf(message)];
    case "custom":
    case "hookMessage":
      return itemsOfCustomMessage(message);
    default:
      return [];
  }
}

export function itemsOfCustomMessage({
  customType: label = "custom message",
  content,
}: Pick<PiMessage, "customType" | "content">): SeenItem[] {
  return itemsOfText(content, "attachment").map((item) => ({ ...item, label }));
}

export function usageOfPi(reported: unknown): Usage | undefined {
  const usage = PI_USAGE.of(reported);
  const { cacheRead = 0, input: parts = 0, output = null, cost: statedCost } = usage;
  const { cacheWrite = 0, ...kept } = piWrites(usage);
  const isWhole = holdsCache(
    { input: parts, output: output ?? 0, cached: cacheRead + cacheWrite },
    usage.totalTokens,
  );
  const input = tokensIn(isWhole ? parts : parts + cacheRead + cacheWrite);
  if (input === undefined || input === 0) return undefined;
  return {
    input,
    cacheRead,
    cacheWrite,
    output,
    ...kept,
    ...definedFields({ statedCost }),
  };
}

/**
 * Whether the stated input contains its cached part. The total of the call decides: of some providers it is input and output
 * alone, of others the cached part comes on top.
 */
function holdsCache(
  { input, output, cached }: { readonly input: Tokens; readonly output: Tokens; readonly cached: Tokens },
  total: unknown,
): boolean {
  return cached > 0 && input >= cached && tokensIn(total) === input + output;
}

/** pi states the part that is kept for an hour inside the total. */
function piWrites({ cacheWrite, cacheWrite1h: cacheWriteHour }: ReadingOf<typeof PI_USAGE>) {
  return definedFields({ cacheWrite, cacheWriteHour });
}

function itemsOfText(content: unknown, kind: SeenItem["kind"]): SeenItem[] {
  const { text, media } = shownOf(content);
  return text === "" && media === null ? [] : [{ kind, content: text, ...(media !== null && { media }) }];
}

function kindOfUserText(item: SeenItem): SeenItem {
  const label = HARNESS_TEXTS.find(([pattern]) => pattern.test(item.content))?.[1];
  return label === undefined ? item : { ...item, kind: "attachment", label };
}

function itemsOfAnswer(block: Loose, calls: ToolCalls): SeenItem[] {
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
  if (type !== "toolCall") return isEmptyPart(block) ? [] : [partOfUnknownKind(block)];
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, given);
  const content = argumentsText(given);
  return [{ kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) }];
}

function resultOf({ content, toolName, toolCallId, isError }: PiMessage, calls: ToolCalls): SeenItem {
  const { text, media } = shownOf(content);
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
function bashOf({ command = "", output = "", exitCode }: PiMessage): SeenItem {
  const status = typeof exitCode === "number" && exitCode !== 0 ? `\nexit code ${exitCode}` : "";
  const content = `$ ${command}\n${output}${status}`;
  return { kind: "user_message", label: "bash", trust: "untrusted", content };
}
