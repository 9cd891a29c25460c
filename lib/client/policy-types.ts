/** The options of each kind of policy. Written by `npx vitest run lib/client/policy-types.test.ts -u`. */
export interface PolicyOptions {
  readonly "ai-sdk-prune-messages": {
    /** Default: `"none"`. */
    readonly reasoning?: "none" | "all" | "before-last-message";
    /** Default: `[]`. */
    readonly toolCalls?:
      | "none"
      | "all"
      | "before-last-message"
      | string
      | readonly {
          readonly type: "all" | "before-last-message" | string;
          readonly tools?: readonly string[];
        }[];
    /** Default: `"remove"`. */
    readonly emptyMessages?: "keep" | "remove";
  };
  readonly "aider-history-summary": {
    /** Default: `null`. */
    readonly max_chat_history_tokens?: number | null;
  };
  readonly "anthropic-clear-thinking": {
    /** Default: `"clear_thinking_20251015"`. */
    readonly type?: "clear_thinking_20251015";
    /** Default: `{"type":"thinking_turns","value":1}`. */
    readonly keep?:
      | {
          readonly type: "thinking_turns";
          readonly value: number;
        }
      | {
          readonly type: "all";
        }
      | "all";
  };
  readonly "anthropic-clear-tool-uses": {
    /** Default: `"clear_tool_uses_20250919"`. */
    readonly type?: "clear_tool_uses_20250919";
    /** Default: `{"type":"input_tokens","value":100000}`. */
    readonly trigger?:
      | {
          readonly type: "input_tokens";
          readonly value: number;
        }
      | {
          readonly type: "tool_uses";
          readonly value: number;
        };
    /** Default: `{"type":"tool_uses","value":3}`. */
    readonly keep?: {
      readonly type: "tool_uses";
      readonly value: number;
    };
    /** Default: `null`. */
    readonly clear_at_least?: {
      readonly type: "input_tokens";
      readonly value: number;
    } | null;
    /** Default: `null`. */
    readonly exclude_tools?: readonly string[] | null;
    /** Default: `false`. */
    readonly clear_tool_inputs?: boolean | readonly string[] | null;
  };
  readonly "anthropic-compact": {
    /** Default: `"compact_20260112"`. */
    readonly type?: "compact_20260112";
    /** Default: `{"type":"input_tokens","value":150000}`. */
    readonly trigger?: {
      readonly type: "input_tokens";
      readonly value: number;
    };
    /** Default: `false`. */
    readonly pause_after_compaction?: boolean;
    /** Default: `null`. */
    readonly instructions?: string | null;
  };
  readonly "anthropic-compaction-request": {
    /** Default: `"summarize"`. */
    readonly type?: "summarize";
    /** Default: `null`. */
    readonly instructions?: string | null;
  };
  readonly "anthropic-context-management": {
    readonly edits?: readonly (
      | {
          readonly type: "clear_thinking_20251015";
          /** Default: `{"type":"thinking_turns","value":1}`. */
          readonly keep?:
            | {
                readonly type: "thinking_turns";
                readonly value: number;
              }
            | {
                readonly type: "all";
              }
            | "all";
        }
      | {
          readonly type: "clear_tool_uses_20250919";
          /** Default: `{"type":"input_tokens","value":100000}`. */
          readonly trigger?:
            | {
                readonly type: "input_tokens";
                readonly value: number;
              }
            | {
                readonly type: "tool_uses";
                readonly value: number;
              };
          /** Default: `{"type":"tool_uses","value":3}`. */
          readonly keep?: {
            readonly type: "tool_uses";
            readonly value: number;
          };
          /** Default: `null`. */
          readonly clear_at_least?: {
            readonly type: "input_tokens";
            readonly value: number;
          } | null;
          /** Default: `null`. */
          readonly exclude_tools?: readonly string[] | null;
          /** Default: `false`. */
          readonly clear_tool_inputs?: boolean | readonly string[] | null;
        }
      | {
          readonly type: "compact_20260112";
          /** Default: `{"type":"input_tokens","value":150000}`. */
          readonly trigger?: {
            readonly type: "input_tokens";
            readonly value: number;
          };
          /** Default: `false`. */
          readonly pause_after_compaction?: boolean;
          /** Default: `null`. */
          readonly instructions?: string | null;
        }
    )[];
  };
  readonly "anthropic-sdk-client-compaction": {
    /** Default: `true`. */
    readonly enabled?: boolean;
    /** Default: `100000`. */
    readonly contextTokenThreshold?: number;
  };
  readonly "claude-code-compaction": {
    /** Default: `true`. */
    readonly autoCompactEnabled?: boolean;
    /** Default: `true`. */
    readonly timeBasedMicrocompact?: boolean;
  };
  readonly "cline-classic-truncation": {
    /** Default: `false`. */
    readonly useAutoCondense?: boolean;
  };
  readonly "cline-sdk-basic": {
    /** Default: `true`. */
    readonly enabled?: boolean;
    /** Default: `"basic"`. */
    readonly strategy?: "basic";
    /** Default: `null`. */
    readonly maxInputTokens?: number | null;
    /** Default: `null`. */
    readonly maxTokens?: number | null;
  };
  readonly "codex-compaction": {
    /** Default: `null`. */
    readonly model_context_window?: number | null;
    /** Default: `null`. */
    readonly model_auto_compact_token_limit?: number | null;
    /** Default: `null`. */
    readonly tool_output_token_limit?: number | null;
  };
  readonly "context-policy": {
    /** Default: `null`. */
    readonly max_tokens?: number | null;
    /** Default: `{"retrieval":0.25,"memory":0.05}`. */
    readonly reserve?: {
      readonly retrieval?: number;
      readonly memory?: number;
    };
    readonly phases?: Readonly<
      Record<
        string,
        {
          readonly retrieval?: number;
          readonly memory?: number;
        }
      >
    >;
    /** Default: `8`. */
    readonly recent_tail?: number;
    /** Default: `{}`. */
    readonly observation?: {
      /** Default: `4000`. */
      readonly max_chars?: number;
      /** Default: `1200`. */
      readonly head_chars?: number;
      /** Default: `400`. */
      readonly tail_chars?: number;
    };
    /** Default: `[]`. */
    readonly deny_tools?: readonly string[];
  };
  readonly "front-truncation": {
    /** Default: `null`. */
    readonly maxTokens?: number | null;
  };
  readonly "gemini-cli": {
    /** Default: `"both"`. */
    readonly kind?: "both" | "mask" | "split";
    /** Default: `0.5`. */
    readonly compressionThreshold?: number;
    /** Default: `0.7`. */
    readonly fraction?: number;
    /** Default: `50000`. */
    readonly protectionThresholdTokens?: number;
    /** Default: `30000`. */
    readonly minPrunableThresholdTokens?: number;
    /** Default: `true`. */
    readonly protectLatestTurn?: boolean;
  };
  readonly "google-adk-js": {
    /** Default: `"token"`. */
    readonly kind?: "truncating" | "token" | "anchored" | "agent-controlled" | "thoughts";
    /** Default: `100`. */
    readonly threshold?: number;
    /** Default: `0`. */
    readonly preserveLeadingEvents?: number;
    /** Default: `100000`. */
    readonly tokenThreshold?: number;
    /** Default: `20`. */
    readonly eventRetentionSize?: number;
  };
  readonly "google-adk-py-context-filter": {
    /** Default: `null`. */
    readonly num_invocations_to_keep?: number | null;
  };
  readonly "google-adk-py-events-compaction": {
    /** Default: `3`. */
    readonly compaction_interval?: number;
    /** Default: `1`. */
    readonly overlap_size?: number;
  };
  readonly "keep-last-n": {
    /** Default: `20`. */
    readonly keep?: number;
  };
  readonly "keep-last-tool-results": {
    /** Default: `3`. */
    readonly keep?: number;
  };
  readonly "langchain-buffer-window-memory": {
    /** Default: `5`. */
    readonly k?: number;
  };
  readonly "langchain-js-clear-tool-uses": {
    /** Default: `{"tokens":100000}`. */
    readonly trigger?:
      | {
          readonly tokens?: number;
          readonly messages?: number;
          readonly fraction?: number;
        }
      | readonly {
          readonly tokens?: number;
          readonly messages?: number;
          readonly fraction?: number;
        }[];
    /** Default: `{"messages":3}`. */
    readonly keep?: {
      readonly tokens?: number;
      readonly messages?: number;
      readonly fraction?: number;
    };
    /** Default: `[]`. */
    readonly excludeTools?: readonly string[];
    /** Default: `false`. */
    readonly clearToolInputs?: boolean;
    /** Default: `"[cleared]"`. */
    readonly placeholder?: string;
    readonly clearAtLeast?: number;
  };
  readonly "langchain-js-summarization": {
    /** Default: `null`. */
    readonly trigger?:
      | {
          readonly fraction?: number;
          readonly tokens?: number;
          readonly messages?: number;
        }
      | readonly {
          readonly fraction?: number;
          readonly tokens?: number;
          readonly messages?: number;
        }[]
      | null;
    /** Default: `{"messages":20}`. */
    readonly keep?: {
      readonly fraction?: number;
      readonly tokens?: number;
      readonly messages?: number;
    };
    /** Default: `4000`. */
    readonly trimTokensToSummarize?: number;
    /** Default: `"Here is a summary of the conversation to date:"`. */
    readonly summaryPrefix?: string;
  };
  readonly "langchain-js-trim-messages": {
    /** Default: `null`. */
    readonly maxTokens?: number | null;
    /** Default: `"model"`. */
    readonly tokenCounter?: "model" | "messages" | "chars" | "chars4";
    /** Default: `"last"`. */
    readonly strategy?: "last" | "first";
    /** Default: `false`. */
    readonly allowPartial?: boolean;
    /** Default: `false`. */
    readonly includeSystem?: boolean;
    readonly startOn?: "human" | "ai" | "system" | "tool" | readonly ("human" | "ai" | "system" | "tool")[];
    readonly endOn?: "human" | "ai" | "system" | "tool" | readonly ("human" | "ai" | "system" | "tool")[];
  };
  readonly "langchain-py-clear-tool-uses": {
    /** Default: `100000`. */
    readonly trigger?: number;
    /** Default: `0`. */
    readonly clear_at_least?: number;
    /** Default: `3`. */
    readonly keep?: number;
    /** Default: `false`. */
    readonly clear_tool_inputs?: boolean;
    /** Default: `[]`. */
    readonly exclude_tools?: readonly string[];
    /** Default: `"[cleared]"`. */
    readonly placeholder?: string;
  };
  readonly "letta-sliding-window": {
    /** Default: `0.3`. */
    readonly sliding_window_percentage?: number;
  };
  readonly none: Readonly<Record<string, never>>;
  readonly "openai-agents-js": {
    /** Default: `"compaction-session"`. */
    readonly kind?: "compaction-session" | "memory-window" | "sandbox";
    /** Default: `"auto"`. */
    readonly compactionMode?: "auto" | "input" | "previous_response_id";
    /** Default: `null`. */
    readonly limit?: number | null;
    /** Default: `null`. */
    readonly model?: string | null;
  };
  readonly "openai-agents-py-tool-output-trimmer": {
    /** Default: `2`. */
    readonly recent_turns?: number;
    /** Default: `500`. */
    readonly max_output_chars?: number;
    /** Default: `200`. */
    readonly preview_chars?: number;
    /** Default: `null`. */
    readonly trimmable_tools?: string | readonly string[] | null;
  };
  readonly "openclaw-compaction": {
    /** Default: `20000`. */
    readonly reserveTokens?: number;
    /** Default: `20000`. */
    readonly keepRecentTokens?: number;
  };
  readonly "openclaw-pruning-v1": {
    /** Default: `"cache-ttl"`. */
    readonly mode?: "cache-ttl" | "off";
    /** Default: `"5m"`. */
    readonly ttl?: string | number;
    /** Default: `{}`. */
    readonly tools?: {
      readonly allow?: readonly string[];
      readonly deny?: readonly string[];
    };
    /** Default: `{}`. */
    readonly hardClear?: {
      /** Default: `true`. */
      readonly enabled?: boolean;
      /** Default: `"[Old tool result content cleared]"`. */
      readonly placeholder?: string;
    };
    /** Default: `3`. */
    readonly keepLastAssistants?: number;
    /** Default: `0.3`. */
    readonly softTrimRatio?: number;
    /** Default: `0.5`. */
    readonly hardClearRatio?: number;
    /** Default: `50000`. */
    readonly minPrunableToolChars?: number;
    /** Default: `{}`. */
    readonly softTrim?: {
      /** Default: `4000`. */
      readonly maxChars?: number;
      /** Default: `1500`. */
      readonly headChars?: number;
      /** Default: `1500`. */
      readonly tailChars?: number;
    };
  };
  readonly "openclaw-pruning-v2": {
    /** Default: `"cache-ttl"`. */
    readonly mode?: "cache-ttl" | "off";
    /** Default: `"5m"`. */
    readonly ttl?: string | number;
    /** Default: `{}`. */
    readonly tools?: {
      readonly allow?: readonly string[];
      readonly deny?: readonly string[];
    };
    /** Default: `{}`. */
    readonly hardClear?: {
      /** Default: `true`. */
      readonly enabled?: boolean;
      /** Default: `"[Old tool result content cleared]"`. */
      readonly placeholder?: string;
    };
    /** Default: `3`. */
    readonly keepLastAssistants?: number;
    /** Default: `0.3`. */
    readonly softTrimRatio?: number;
    /** Default: `0.5`. */
    readonly hardClearRatio?: number;
    /** Default: `50000`. */
    readonly minPrunableToolChars?: number;
    /** Default: `{}`. */
    readonly softTrim?: {
      /** Default: `4000`. */
      readonly maxChars?: number;
      /** Default: `1500`. */
      readonly headChars?: number;
      /** Default: `1500`. */
      readonly tailChars?: number;
    };
  };
  readonly "openclaw-pruning-v3": {
    /** Default: `"cache-ttl"`. */
    readonly mode?: "cache-ttl" | "off";
    /** Default: `"5m"`. */
    readonly ttl?: string | number;
    /** Default: `{}`. */
    readonly tools?: {
      readonly allow?: readonly string[];
      readonly deny?: readonly string[];
    };
    /** Default: `{}`. */
    readonly hardClear?: {
      /** Default: `true`. */
      readonly enabled?: boolean;
      /** Default: `"[Old tool result content cleared]"`. */
      readonly placeholder?: string;
    };
  };
  readonly "opencode-prune-compaction": {
    /** Default: `true`. */
    readonly auto?: boolean;
    /** Default: `false`. */
    readonly prune?: boolean;
    /** Default: `null`. */
    readonly reserved?: number | null;
    /** Default: `null`. */
    readonly preserve_recent_tokens?: number | null;
    /** Default: `{}`. */
    readonly limit?: {
      /** Default: `null`. */
      readonly context?: number | null;
      /** Default: `null`. */
      readonly input?: number | null;
      /** Default: `null`. */
      readonly output?: number | null;
    };
  };
  readonly "openhands-sdk-llm-summarizing": {
    /** Default: `240`. */
    readonly max_size?: number;
    /** Default: `2`. */
    readonly keep_first?: number;
    /** Default: `null`. */
    readonly max_tokens?: number | null;
    /** Default: `0.1`. */
    readonly minimum_progress?: number;
  };
  readonly "openhands-v0-amortized-forgetting": {
    /** Default: `100`. */
    readonly max_size?: number;
    /** Default: `1`. */
    readonly keep_first?: number;
  };
  readonly "openhands-v0-browser-output": {
    /** Default: `1`. */
    readonly attention_window?: number;
  };
  readonly "openhands-v0-conversation-window": Readonly<Record<string, never>>;
  readonly "openhands-v0-llm-attention": {
    /** Default: `100`. */
    readonly max_size?: number;
    /** Default: `1`. */
    readonly keep_first?: number;
  };
  readonly "openhands-v0-llm-summarizing": {
    /** Default: `100`. */
    readonly max_size?: number;
    /** Default: `1`. */
    readonly keep_first?: number;
  };
  readonly "openhands-v0-observation-masking": {
    /** Default: `100`. */
    readonly attention_window?: number;
  };
  readonly "openhands-v0-recent-events": {
    /** Default: `1`. */
    readonly keep_first?: number;
    /** Default: `100`. */
    readonly max_events?: number;
  };
  readonly "pi-compaction": {
    /** Default: `true`. */
    readonly enabled?: boolean;
    /** Default: `16384`. */
    readonly reserveTokens?: number;
    /** Default: `20000`. */
    readonly keepRecentTokens?: number;
  };
  readonly "prose-summary": {
    /** Default: `60000`. */
    readonly max_tokens?: number;
    /** Default: `4`. */
    readonly keep?: number;
  };
  readonly "roo-context-management": {
    /** Default: `true`. */
    readonly autoCondenseContext?: boolean;
    /** Default: `100`. */
    readonly autoCondenseContextPercent?: number;
    /** Default: `{}`. */
    readonly profileThresholds?: Readonly<Record<string, number>>;
    /** Default: `"default"`. */
    readonly currentProfileId?: string;
  };
  readonly "roo-sliding-window": {
    /** Default: `0.5`. */
    readonly fractionToRemove?: number;
  };
  readonly "strands-sliding-window": {
    /** Default: `40`. */
    readonly windowSize?: number;
    /** Default: `true`. */
    readonly shouldTruncateResults?: boolean;
    /** Default: `null`. */
    readonly pinFirst?: number | null;
  };
  readonly "structured-checkpoint": {
    /** Default: `60000`. */
    readonly max_total?: number;
    /** Default: `4000`. */
    readonly spike_threshold?: number;
  };
  readonly "swe-agent-closed-window": {
    /** Default: `"closed_window"`. */
    readonly type?: "closed_window";
  };
  readonly "swe-agent-last-n-observations": {
    /** Default: `"last_n_observations"`. */
    readonly type?: "last_n_observations";
    /** Default: `5`. */
    readonly n?: number;
    /** Default: `1`. */
    readonly polling?: number;
    /** Default: `["remove_output"]`. */
    readonly always_remove_output_for_tags?: readonly string[];
    /** Default: `["keep_output"]`. */
    readonly always_keep_output_for_tags?: readonly string[];
  };
}
