import type { SourceKind } from "../../vocabulary";

/** Kinds that never state a constraint, whatever they say. */
export const NO_RULES: ReadonlySet<SourceKind> = new Set([
  "tool_result",
  "tool_call",
  "tool_schemas",
  "thinking",
  "retrieval",
]);

/** Texts are read up to here. Rules stand at the start. */
export const READ_CHARS_MAX = 200_000;

/** A sentence as it is compared: without its marks, in small letters. */
export function normalisePlainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_"'“”‘’]/g, "")
    .replace(/\s+/g, " ")
    .replace(/(?<![.!?:;,])[.!?:;,]+$/, "")
    .trim();
}
