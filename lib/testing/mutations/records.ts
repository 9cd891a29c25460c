export interface FileRecords {
  readonly list: readonly unknown[];
  readonly write: (records: readonly unknown[]) => string;
  /** Whether the file is one record: a document without a list of records. */
  readonly isOne: boolean;
}

const LISTS = ["messages", "trajectory", "observations", "steps", "samples", "simulations", "interactions"];

export function fileRecords(content: string): FileRecords {
  const text = content.replaceAll('}{"type"', '}\n{"type"');
  if (text.trimStart().startsWith("["))
    return { list: JSON.parse(text) as unknown[], write: JSON.stringify, isOne: false };
  const whole = documentIn(text);
  if (whole === null) {
    const list = text.split("\n").filter((line) => line.trim() !== "");
    return { list, write: (records) => records.map(lineOf).join("\n"), isOne: false };
  }
  const key = LISTS.find((name) => Array.isArray(whole[name]));
  if (key === undefined || "context_window" in whole)
    return { list: [whole], write: (records) => records.map(lineOf).join("\n"), isOne: true };
  return {
    list: whole[key] as unknown[],
    write: (records) => JSON.stringify({ ...whole, [key]: records }),
    isOne: false,
  };
}

/** A record of a file of lines is its text, so that an invalid line stays unchanged. */
function lineOf(record: unknown): string {
  return typeof record === "string" ? record : JSON.stringify(record);
}

/** The parsed value of a record. Text that is not JSON stays text. */
export function valueOf(record: unknown): unknown {
  if (typeof record !== "string") return record;
  try {
    return JSON.parse(record) as unknown;
  } catch {
    return record;
  }
}

function documentIn(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/**
 * Records that a format keeps only for its harness, or that group others. They hold nothing that only they showed to a
 * model.
 */
const BOOKKEEPING: Readonly<Record<string, RegExp>> = {
  crush_database: /^\{"tables":/,
  cursor_database: /^\{"tables":/,
  claude_code: /"type":"(progress|file-history-snapshot|queue-operation|mode|system|last-prompt)"/,
  claude_code_stream: /"type":"(system|result|stream_event|rate_limit_event|tool_progress|auth_status)"/,
  pi: /"type":"(thinking_level_change|model_change|custom|label)"/,
  openclaw: /"type":"(thinking_level_change|model_change|custom|label)"/,
  codex_rollout:
    /"type":"(event_msg|turn_context|session_meta|world_state|inter_agent_communication_metadata)"/,
  copilot_cli:
    /"type":"(assistant\.turn_(start|end)|tool\.execution_start|subagent\.completed|session\.(compaction_start|shutdown))"/,
  cursor: /"type":"turn_ended"/,
  gemini_cli_session: /"type":"info"/,
  // What a prompt says, and what a call used, stands in the records of the context too.
  kimi_wire:
    /"type":"(tools\.set_active_tools|turn\.prompt|llm\.request|permission\.record_approval_result|usage\.record|full_compaction\.(begin|complete)|step\.begin)"/,
  claude_managed_agents: /"type":"(session\.[a-z_]+|span\.model_request_start)"/,
  langfuse_trace: /"type":"(SPAN|AGENT|CHAIN|EVENT)"|"name":"(handle-[a-z-]*message|ai\.streamText)"/,
  langsmith_runs: /"run_type":"chain"/,
  openhands_v1_events: /"kind":"(CondensationRequest|ConversationStateUpdateEvent)"/,
  // An answer with several actions stands beside each of them.
  openhands_events: /"action":"read"/,
  otel_sdk_spans: /"name":"ai\.(generateText|streamText|generateObject|toolCall)"/,
  otlp: /"name":"invoke_agent/,
  qwen_code: /"type":"system"/,
  roo_code: /"(say|ask)":/,
  // Steps of the older version are in the history of the run too.
  swe_agent: /^(?!.*"(execution_time|messages|query)":)/s,
  chat_lines: /"role":"_checkpoint"/,
  opencode: /"type":"step-start"/,
  opencode_database: /^\{"tables":|step-start/,
};

export function isBookkeeping(format: string, record: unknown): boolean {
  return BOOKKEEPING[format]?.test(JSON.stringify(valueOf(record))) ?? false;
}
