import type { TraceEventOf } from "@/lib/core/trace/event";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { idIn, nameIn, tokensIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { definedFields, recordOf, recordsOf, stringOf } from "../shared/values";
import { shownOf } from "./anthropic";
import { argumentsText } from "./openai";
import { partOfUnknownKind, isEmptyPart } from "./shown";
import type { ToolCalls } from "./tool-calls";
import { costIn } from "../shared/billed";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

const HARNESS_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/, "runtime context"],
  [/^\[OpenClaw [^\]]*\]\s*$/, "heartbeat"],
];

export function itemsOfPiMessage(message: Loose, calls: ToolCalls): SeenItem[] {
  switch (message.role) {
    case "user":
      return itemsOfText(message.content, "user_message").map(kindOfUserText);
    case "assistant":
      return recordsOf(message.content).flatMap((block) => itemsOfAnswer(block, calls));
    case "toolResult":
      return [resultOf(message, calls)];
    case "bashExecution":
      return message.excludeFromContext === true ? [] : [bashOf(message)];
    case "custom":
    case "hookMessage":
      return itemsOfCustomMessage(message);
    default:
      return [];
  }
}

export function itemsOfCustomMessage(message: Loose): SeenItem[] {
  const label = nameIn(message.customType) ?? "custom message";
  return itemsOfText(message.content, "attachment").map((item) => ({ ...item, label }));
}

export function usageOfPi(reported: unknown): Usage | undefined {
  const usage = recordOf(reported);
  const cacheRead = tokensIn(usage.cacheRead) ?? 0;
  const { cacheWrite = 0, ...kept } = piWrites(usage);
  const output = tokensIn(usage.output) ?? null;
  const parts = tokensIn(usage.input) ?? 0;
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
    ...definedFields({ statedCost: costIn(usage.cost) }),
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
function piWrites(usage: Loose) {
  const [cacheWrite, cacheWriteHour] = [tokensIn(usage.cacheWrite), tokensIn(usage.cacheWrite1h)];
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
  const text = stringOf(block.text);
  if (block.type === "text") return text === undefined ? [] : [{ kind: "assistant_text", content: text }];
  if (block.type === "thinking") return [{ kind: "thinking", content: stringOf(block.thinking) ?? "" }];
  if (block.type !== "toolCall") return isEmptyPart(block) ? [] : [partOfUnknownKind(block)];
  const toolName = nameIn(block.name) ?? "tool";
  const toolCallId = idIn(block.id);
  if (toolCallId !== undefined) calls.note(toolCallId, toolName, block.arguments);
  const content = argumentsText(block.arguments);
  return [{ kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) }];
}

function resultOf(message: Loose, calls: ToolCalls): SeenItem {
  const { text, media } = shownOf(message.content);
  const toolName = nameIn(message.toolName);
  return {
    kind: "tool_result",
    content: text,
    ...calls.describe(idIn(message.toolCallId)),
    ...(toolName !== undefined && { toolName }),
    ...(media !== null && { media }),
    ...(message.isError === true && { isError: true }),
  };
}

/** A command of the user. It is sent as the user's text, although most of it is the command's output. */
function bashOf({ command, output, exitCode }: Loose): SeenItem {
  const status = typeof exitCode === "number" && exitCode !== 0 ? `\nexit code ${exitCode}` : "";
  const content = `$ ${stringOf(command) ?? ""}\n${stringOf(output) ?? ""}${status}`;
  return { kind: "user_message", label: "bash", trust: "untrusted", content };
}
