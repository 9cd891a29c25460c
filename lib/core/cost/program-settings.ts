/** What a program can be told, as templates of its own configuration. */
export interface ProgramSettings {
  /** What its sessions call it, in lower case and without a version. */
  readonly names: readonly string[];
  /** Where its vendor says so, and the day on which that was read; `null` where only its source code or others' words were. */
  readonly source: string;
  readonly checked: string | null;
  /**
   * By the tool that they bound: a name, `mcp` for tools of MCP servers, `any` for all. `{tokens}` and `{chars}` are replaced.
   */
  readonly bound?: Readonly<Record<string, string>>;
  /** `{name}` is replaced. */
  readonly withoutTool?: string;
  readonly withoutServer?: string;
  /** Compacts at `{tokens}`, at `{percent}` or `{share}` of the window, or when `{reserve}` tokens are left of it. */
  readonly compactAt?: string;
  /** What speaks against relying on that line, as people report it. */
  readonly compactAtDoubt?: string;
  /** What a person types to compact now. */
  readonly compactNow?: string;
}

export const PROGRAM_SETTINGS: readonly ProgramSettings[] = [
  {
    names: ["claude code"],
    source: "https://code.claude.com/docs/en/env-vars, https://code.claude.com/docs/en/settings",
    checked: null,
    bound: {
      mcp: '"env": { "MAX_MCP_OUTPUT_TOKENS": "{tokens}" }',
      Read: '"env": { "CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS": "{tokens}" }',
      Bash: '"env": { "BASH_MAX_OUTPUT_LENGTH": "{chars}" }',
    },
    withoutTool: '"permissions": { "deny": ["{name}"] }',
    withoutServer: "claude mcp remove {name}",
    compactAt: "export CLAUDE_AUTOCOMPACT_PCT_OVERRIDE={percent}",
    compactAtDoubt:
      "Claude Code only compacts earlier by it, never later, and people report of many versions, from 2.1.79 to 2.1.220, that they ignore it: see at what size the next compaction comes.",
    compactNow: "/compact",
  },
  {
    names: ["codex", "codex cli"],
    source: "https://developers.openai.com/codex/config-reference",
    checked: "2026-11-29",
    bound: { any: "tool_output_token_limit = {tokens}" },
    withoutServer: "[mcp_servers.{name}]\nenabled = false",
    compactAt: "model_auto_compact_token_limit = {tokens}",
    compactNow: "/compact",
  },
  {
    names: ["gemini cli"],
    source: "https://geminicli.com/docs/reference/configuration",
    checked: "2026-11-29",
    bound: { any: '"tools": { "truncateToolOutputThreshold": {chars} }' },
    withoutTool: '"tools": { "exclude": ["{name}"] }',
    withoutServer: '"mcp": { "excluded": ["{name}"] }',
    compactAt: '"model": { "compressionThreshold": {share} }',
    compactNow: "/compress",
  },
  {
    names: ["qwen code"],
    source: "https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings",
    checked: null,
    bound: { any: '"tools": { "truncateToolOutputThreshold": {chars} }' },
    withoutTool: '"tools": { "exclude": ["{name}"] }',
    withoutServer: '"mcp": { "excluded": ["{name}"] }',
    compactNow: "/compress",
  },
  {
    names: ["opencode"],
    source: "https://opencode.ai/docs/config",
    checked: null,
    withoutTool: '"tools": { "{name}": false }',
    withoutServer: '"mcp": { "{name}": { "enabled": false } }',
    compactAt: '"compaction": { "reserved": {reserve} }',
    compactNow: "/compact",
  },
  {
    names: ["pi"],
    source: "https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/compaction.md",
    checked: null,
    compactAt: '"compaction": { "reserveTokens": {reserve} }',
    compactNow: "/compact",
  },
];
