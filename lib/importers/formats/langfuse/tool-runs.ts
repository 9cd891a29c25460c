import { writeCanonicalJson } from "@/lib/core/hash";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { saysMore, shownText } from "../../messages/shown";
import { argumentsText } from "../../messages/openai";
import { argumentsIn } from "../../messages/tool-calls";
import { idIn, nameIn } from "../../shared/bounds";
import { recordOf } from "../../shared/values";
import type { Observation } from "./observations";
import { attributesOf, valueIn } from "./observations";

export interface LangfuseToolRun {
  readonly endedAt: number;
  readonly call: SeenItem;
  readonly result: SeenItem;
  /**
   * Everything that the tool returned, if that is more than its content. The AI SDK sends all of it to the
   * model.
   */
  readonly whole?: { readonly text: string; readonly isUsual: boolean };
}

export function toolRunOf({ id, endedAt, raw }: Observation): LangfuseToolRun {
  const attributes = attributesOf(raw);
  const toolName =
    nameIn(attributes["ai.toolCall.name"] ?? attributes["gen_ai.tool.name"] ?? raw.name) ?? "tool";
  const toolCallId =
    idIn(attributes["ai.toolCall.id"]) ?? idIn(attributes["gen_ai.tool.call.id"]) ?? idIn(id) ?? "run";
  const input = valueIn(raw.input);
  const inner = recordOf(input).input;
  const content = argumentsText(inner !== null && typeof inner === "object" ? inner : input);
  const isError = raw.level === "ERROR";
  const returned = valueIn(raw.output);
  const shown = shownText(returned);
  const isUsual = attributes["ai.toolCall.id"] !== undefined || raw.name === "ai.toolCall";
  return {
    endedAt,
    call: { kind: "tool_call", toolName, toolCallId, content },
    result: { kind: "tool_result", toolName, toolCallId, content: shown, ...(isError && { isError }) },
    ...(saysMore(returned) && { whole: { text: JSON.stringify(returned), isUsual } }),
  };
}

/**
 * The runs with their results as sent to the model. Where a tool returned more than its content, the measured
 * growth of the window tells whether all of it was sent; else the usual way counts.
 */
export function asSent(runs: readonly LangfuseToolRun[], rise: Tokens | null): LangfuseToolRun[] {
  const [least, most] = [charsOf(runs, false), charsOf(runs, true)];
  const nearerToMost =
    rise !== null && Math.abs(most / CHARS_A_TOKEN - rise) < Math.abs(least / CHARS_A_TOKEN - rise);
  return runs.map((run) => {
    if (run.whole === undefined || !(rise === null ? run.whole.isUsual : nearerToMost)) return run;
    return { ...run, result: { ...run.result, content: run.whole.text } };
  });
}

const CHARS_A_TOKEN = 4;

function charsOf(runs: readonly LangfuseToolRun[], isWhole: boolean): number {
  const texts = runs.map(({ result, whole }) => (isWhole ? whole?.text : undefined) ?? result.content);
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** By its id, else by name and arguments; `null` for a run of none of these calls. */
export function runOf(calls: readonly SeenItem[], run: LangfuseToolRun): LangfuseToolRun | null {
  const same =
    calls.find(({ toolCallId }) => toolCallId === run.call.toolCallId) ??
    calls.find((call) => call.toolName === run.call.toolName && sameArguments(call, run.call));
  if (same === undefined) return null;
  const { toolCallId = "run", toolName = "tool" } = same;
  return { ...run, call: same, result: { ...run.result, toolCallId, toolName } };
}

function sameArguments(a: SeenItem, b: SeenItem): boolean {
  return writeCanonicalJson(argumentsIn(a.content)) === writeCanonicalJson(argumentsIn(b.content));
}
