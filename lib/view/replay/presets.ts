import type { PolicyChoiceInput, JsonObject } from "./replay-input";

export interface Preset {
  readonly label: string;
  readonly about: string;
  readonly choices: readonly PolicyChoiceInput[];
}

/**
 * Comparisons to start from. Their thresholds are scaled to this session's fullest window, so that they take effect.
 */
export function presetsFor(peak: number | null, proposed: readonly PolicyChoiceInput[] = []): Preset[] {
  const limit = Math.max(100, Math.round(((peak ?? 100_000) * 0.8) / 100) * 100);
  const owners = [
    choice("openclaw-pruning-v1", {
      mode: "cache-ttl",
      softTrimRatio: 0.05,
      hardClearRatio: 0.1,
      minPrunableToolChars: 100,
    }),
    choice("anthropic-clear-tool-uses", {
      trigger: { type: "input_tokens", value: limit },
      keep: { type: "tool_uses", value: 2 },
    }),
    choice("front-truncation", { maxTokens: limit }),
  ];
  return [
    ...(proposed.length === 0
      ? []
      : [
          {
            label: "Its own policy and its variants",
            about: "the session's own policy, plain, pinned and tuned, and the two baselines",
            choices: proposed,
          },
        ]),
    {
      label: "Three owners, plain and pinned",
      about:
        "OpenClaw pruning, Anthropic clearing and front truncation, each alone and with what unexecuted steps need pinned",
      choices: owners.flatMap((one) => [one, { ...one, pin: true }]),
    },
    {
      label: "Append only against clearing",
      about: "nothing leaves; Anthropic's and LangChain's clearing of old tool results",
      choices: [
        choice("none", {}),
        choice("anthropic-clear-tool-uses", { trigger: { type: "input_tokens", value: limit } }),
        choice("langchain-py-clear-tool-uses", { trigger: limit }),
      ],
    },
    {
      label: "Owners' defaults",
      about: "Anthropic, OpenClaw, LangChain and opencode as they come",
      choices: [
        choice("anthropic-clear-tool-uses", {}),
        choice("openclaw-pruning-v3", {}),
        choice("langchain-js-clear-tool-uses", {}),
        choice("opencode-prune-compaction", {}),
      ],
    },
  ];
}

export function choice(kind: string, options: JsonObject): PolicyChoiceInput {
  return { kind, options, pin: false, restore: false, recite: false };
}
