import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

const FAULT = defineRecord({
  message: field.text("what went wrong"),
  type: field.left("what another key says", "its kind: the message says it"),
});

const RUN_TOTALS = defineRecord({
  total_tokens: field.count("of the run, thoughts included"),
  input_tokens: field.count("that all calls read"),
  output_tokens: field.left("what another key says", "that were written, without thoughts"),
  cached: field.left("what another key says", "of the input, from a cache"),
  input: field.left("what another key says", "of the input, not from a cache"),
  tool_calls: field.left("what another key says", "how many"),
  models: field.unseen(field.left("what another key says", "these totals, for each model")),
  duration_ms: field.left("prices and sums", "how long the run took"),
});

/** A line that `gemini -o stream-json` prints. */
export const GEMINI_EVENT = defineRecord({
  type: field.value("`init`, `message`, `tool_use`, `tool_result`, `error` or `result`"),
  timestamp: field.instant("when it was printed"),
  session_id: field.id("of `init`: the session"),
  model: field.name("of `init`: that is called"),
  role: field.value("of a `message`: `user` or `assistant`"),
  content: field.text("of a `message`"),
  delta: field.flag("of a `message`: it is a piece of an answer"),
  tool_name: field.name("of a `tool_use`"),
  tool_id: field.id("of a `tool_use` and of its result"),
  parameters: field.value("of a `tool_use`: the arguments"),
  status: field.value("of a `tool_result` or the `result`: `success` or `error`"),
  output: field.text("of a `tool_result`: what the tool gave"),
  error: field.one(FAULT, "of what failed"),
  stats: field.one(RUN_TOTALS, "of the `result`: sums of the run"),
  message: field.left("what the program keeps for itself", "of an `error`: what the user is told"),
  severity: field.left("what another key says", "of an `error`: `warning` or `error`"),
});

export type GeminiEvent = ReadingOf<typeof GEMINI_EVENT>;
