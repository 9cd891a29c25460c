import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

/** A line that a hook of opencode wrote: a question, a call of a tool, or its result. */
export const OPENCODE_HOOK_LINE = defineRecord({
  type: field.value("`user`, `tool_use` or `tool_result`"),
  timestamp: field.instant("when it was written"),
  content: field.text("of a question"),
  tool_name: field.name("of a call and of its result"),
  tool_input: field.value("of a call and of its result: the arguments"),
  tool_output: field.value("of a result: what the tool gave, mostly below `output`"),
});

export type OpencodeHookLine = ReadingOf<typeof OPENCODE_HOOK_LINE>;
