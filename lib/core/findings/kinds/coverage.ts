import type { FindingKind } from "../rule/finding";

export const COVERAGE_KINDS = [
  {
    code: "coverage.no_usage",
    family: "coverage",
    title: "The source reports no usage",
    severity: "note",
    advice: "Record the usage that the provider returns with every response.",
    source: "coverage of the session's own source, signal by signal",
  },
  {
    code: "coverage.no_windows",
    family: "coverage",
    title: "The source does not say what stood in the window",
    severity: "note",
    advice: "Record the request's messages, or their ids, with every call.",
    source: "coverage of the session's own source, signal by signal",
  },
  {
    code: "coverage.inferred_windows",
    family: "coverage",
    title: "Windows are rebuilt, not recorded",
    severity: "note",
    advice:
      "Record what was sent with every call, so that nothing has to be inferred from the harness's rule.",
    source: "coverage of the session's own source, signal by signal",
  },
  {
    code: "coverage.window_in_doubt",
    family: "coverage",
    title: "What stood in the window is not certain",
    severity: "note",
    advice:
      "Compare the named turns with the source: an edit is read wrongly, takes effect elsewhere, or is not recorded.",
    source: "the provider's totals, held against what the source lists",
  },
  {
    code: "coverage.reasoning_dropped",
    family: "coverage",
    title: "The provider dropped earlier reasoning",
    severity: "note",
    advice: "Nothing is to be done: the reasoning was paid for once, and is not sent again.",
    source: "the provider's totals, held against the reasoning that it counted",
  },
  {
    code: "coverage.no_system_prompt",
    family: "coverage",
    title: "The system prompt is not in the source",
    severity: "note",
    advice: "Record the system prompt: constraints that stand only there are not followed otherwise.",
    source: "coverage of the session's own source, signal by signal",
  },
  {
    code: "coverage.no_tool_schemas",
    family: "coverage",
    title: "The tool schemas are not in the source",
    severity: "note",
    advice: "Record the tools that each request offers.",
    source: "coverage of the session's own source, signal by signal",
  },
  {
    code: "coverage.truncated_by_client",
    family: "coverage",
    title: "The client cut content off before sending it",
    severity: "note",
    advice: "Raise the client's limit on attribute or body length.",
    source: "coverage of the session's own source, signal by signal",
  },
  {
    code: "coverage.call_failed",
    family: "coverage",
    title: "A call failed",
    severity: "warning",
    advice: "Read the error: a limit is waited for, a request that is refused has to be another one.",
    source: "the error that the provider answered, or that the client saw, as it was recorded",
  },
] as const satisfies readonly FindingKind[];
