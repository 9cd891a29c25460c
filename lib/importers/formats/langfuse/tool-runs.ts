import { writeCanonicalJson } from "@/lib/core/hash";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { hasMore, writeShownText } from "../../messages/content-text";
import { writeArguments } from "../../messages/openai";
import { readCallArguments } from "../../messages/tool-calls";
import { findId, nameIn } from "../../shared/bounds";
import { recordOf } from "../../shared/values";
import type { Observation } from "./observations";
import { readAttributes, readValue } from "./observations";

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

export function readToolRun({ id, endedAt, raw, input: given, output }: Observation): LangfuseToolRun {
  const attributes = readAttributes(raw);
  const toolName =
    nameIn(attributes["ai.toolCall.name"] ?? attributes["gen_ai.tool.name"] ?? raw.name) ?? "tool";
  const toolCallId =
    findId(attributes["ai.toolCall.id"]) ?? findId(attributes["gen_ai.tool.call.id"]) ?? findId(id) ?? "run";
  const input = readValue(given);
  const inner = recordOf(input).input;
  const content = writeArguments(inner !== null && typeof inner === "object" ? inner : input);
  const isError = raw.level === "ERROR";
  const returned = readValue(output);
  const shown = writeShownText(returned);
  const isUsual = attributes["ai.toolCall.id"] !== undefined || raw.name === "ai.toolCall";
  return {
    endedAt,
    call: { kind: "tool_call", toolName, toolCallId, content },
    result: { kind: "tool_result", toolName, toolCallId, content: shown, ...(isError && { isError }) },
    ...(hasMore(returned) && { whole: { text: JSON.stringify(returned), isUsual } }),
  };
}

/**
 * The runs with their results as sent to the model. Where a tool returned more than its content, the measured
 * growth of the window tells whether all of it was sent; else the usual way counts.
 */
export function listAsSent(runs: readonly LangfuseToolRun[], rise: Tokens | null): LangfuseToolRun[] {
  const [least, most] = [countChars(runs, false), countChars(runs, true)];
  const nearerToMost =
    rise !== null && Math.abs(most / CHARS_A_TOKEN - rise) < Math.abs(least / CHARS_A_TOKEN - rise);
  return runs.map((run) => {
    if (run.whole === undefined || !(rise === null ? run.whole.isUsual : nearerToMost)) return run;
    return { ...run, result: { ...run.result, content: run.whole.text } };
  });
}

const CHARS_A_TOKEN = 4;

function countChars(runs: readonly LangfuseToolRun[], isWhole: boolean): number {
  const texts = runs.map(({ result, whole }) => (isWhole ? whole?.text : undefined) ?? result.content);
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Finds the call of a run by its id, else by name and arguments; `null` for a run of none of these calls. */
export function runOf(calls: readonly SeenItem[], run: LangfuseToolRun): LangfuseToolRun | null {
  const same =
    calls.find(({ toolCallId }) => toolCallId === run.call.toolCallId) ??
    calls.find((call) => call.toolName === run.call.toolName && isSameArguments(call, run.call));
  if (same === undefined) return null;
  const { toolCallId = "run", toolName = "tool" } = same;
  return { ...run, call: same, result: { ...run.result, toolCallId, toolName } };
}

function isSameArguments(a: SeenItem, b: SeenItem): boolean {
  return (
    writeCanonicalJson(readCallArguments(a.content)) === writeCanonicalJson(readCallArguments(b.content))
  );
}
