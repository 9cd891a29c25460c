import { canonicalJson } from "@/lib/core/hash";
import type { SeenItem } from "@/lib/core/window/request-tracker";
import { shownText } from "../../messages/chat-message";
import { argumentsText } from "../../messages/openai";
import { argumentsIn } from "../../messages/tool-calls";
import { idIn, nameIn } from "../../shared/bounds";
import { recordOf } from "../../shared/values";
import type { Observation } from "./observations";
import { attributesOf, valueIn } from "./observations";

/** A tool's run as a call and its result. */
export interface ToolRun {
  readonly endedAt: number;
  readonly call: SeenItem;
  readonly result: SeenItem;
}

/** Reads a tool's run. Without an id of its call it is known by its observation's. */
export function toolRunOf({ id, endedAt, raw }: Observation): ToolRun {
  const attributes = attributesOf(raw);
  const toolName =
    nameIn(attributes["ai.toolCall.name"] ?? attributes["gen_ai.tool.name"] ?? raw.name) ?? "tool";
  const toolCallId =
    idIn(attributes["ai.toolCall.id"]) ?? idIn(attributes["gen_ai.tool.call.id"]) ?? idIn(id) ?? "run";
  const given = valueIn(raw.input);
  const inner = recordOf(given).input;
  const content = argumentsText(inner !== null && typeof inner === "object" ? inner : given);
  const isError = raw.level === "ERROR";
  const shown = shownText(valueIn(raw.output));
  return {
    endedAt,
    call: { kind: "tool_call", toolName, toolCallId, content },
    result: { kind: "tool_result", toolName, toolCallId, content: shown, ...(isError && { isError }) },
  };
}

/** The run as that of one of these calls: by its id, else by name and arguments. `null` when it is of none. */
export function runOf(calls: readonly SeenItem[], run: ToolRun): ToolRun | null {
  const same =
    calls.find(({ toolCallId }) => toolCallId === run.call.toolCallId) ??
    calls.find((call) => call.toolName === run.call.toolName && sameArguments(call, run.call));
  if (same === undefined) return null;
  const { toolCallId = "run", toolName = "tool" } = same;
  return { ...run, call: same, result: { ...run.result, toolCallId, toolName } };
}

function sameArguments(a: SeenItem, b: SeenItem): boolean {
  return canonicalJson(argumentsIn(a.content)) === canonicalJson(argumentsIn(b.content));
}
