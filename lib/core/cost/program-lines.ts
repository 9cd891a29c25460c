/** How a program is configured, where it can be: each entry writes the lines for one thing that a remedy asks. */
interface ProgramLines {
  readonly program: RegExp;
  readonly bound?: (tool: string, tokens: number) => readonly string[];
  readonly withoutTool?: (name: string) => string;
  readonly withoutServer?: (name: string) => string;
}

/** Programs that count characters. */
const CHARS_PER_TOKEN = 4;
const quote = (value: string) => JSON.stringify(value);
const isOfServer = (tool: string) => tool.startsWith("mcp__");

const PROGRAMS: readonly ProgramLines[] = [
  {
    program: /^claude code\b/i,
    bound: (tool, tokens) =>
      isOfServer(tool)
        ? [`"env": { "MAX_MCP_OUTPUT_TOKENS": "${tokens}" }`]
        : tool === "Read"
          ? [`"env": { "CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS": "${tokens}" }`]
          : tool === "Bash"
            ? [`"env": { "BASH_MAX_OUTPUT_LENGTH": "${tokens * CHARS_PER_TOKEN}" }`]
            : [],
    withoutTool: (name) => `"permissions": { "deny": [${quote(name)}] }`,
    withoutServer: (name) => `claude mcp remove ${name}`,
  },
  {
    program: /^codex\b/i,
    bound: (_, tokens) => [`tool_output_token_limit = ${tokens}`],
    withoutServer: (name) => `[mcp_servers.${name}] enabled = false`,
  },
  {
    program: /^(gemini cli|qwen code)\b/i,
    bound: (_, tokens) => [`"tools": { "truncateToolOutputThreshold": ${tokens * CHARS_PER_TOKEN} }`],
    withoutTool: (name) => `"tools": { "exclude": [${quote(name)}] }`,
    withoutServer: (name) => `"mcp": { "excluded": [${quote(name)}] }`,
  },
  {
    program: /^opencode\b/i,
    withoutTool: (name) => `"tools": { ${quote(name)}: false }`,
    withoutServer: (name) => `"mcp": { ${quote(name)}: { "enabled": false } }`,
  },
];

function linesOf(program: string | null): ProgramLines | undefined {
  return PROGRAMS.find((one) => one.program.test(program ?? ""));
}

/** Lines that bound what a tool returns. A program without such a setting is told what to change in its tool. */
export function linesToBound(program: string | null, tool: string, tokens: number): readonly string[] {
  const lines = linesOf(program)?.bound?.(tool, tokens) ?? [];
  return lines.length > 0
    ? lines
    : [`Let ${tool} return ${tokens} tokens at most, and say how to get the rest.`];
}

/** The line that takes a tool, or all tools of an MCP server, out of the requests. */
export function lineWithout(program: string | null, name: string, isServer: boolean): string {
  const lines = linesOf(program);
  const line = isServer ? lines?.withoutServer?.(name) : lines?.withoutTool?.(name);
  return line ?? `Leave ${name} out of the tools of each request.`;
}
