import type { Tokens } from "@/lib/core/units";

export const COMPARISONS = {
  vendors: {
    label: "Three vendors, plain and pinned",
    about:
      "Front truncation, Anthropic clearing and OpenClaw pruning, each alone and with what unexecuted steps need pinned",
    isAlsoPinned: true,
  },
  clearing: {
    label: "Append only against clearing",
    about: "nothing leaves; Anthropic's and LangChain's clearing of old tool results",
    isAlsoPinned: false,
  },
  defaults: {
    label: "Vendors' defaults",
    about: "Anthropic, OpenClaw, LangChain and opencode as they come",
    isAlsoPinned: false,
  },
} as const;

export type ComparisonName = keyof typeof COMPARISONS;

/** The options with which a policy takes part. `limit` lies below the session's fullest window, so that they take effect. */
export type Compared = Readonly<
  Partial<Record<ComparisonName, (limit: Tokens) => Readonly<Record<string, unknown>>>>
>;
