import { countResponseTokens } from "./content";

const EXEMPT: ReadonlySet<string> = new Set([
  "activate_skill",
  "ask_user",
  "enter_plan_mode",
  "exit_plan_mode",
]);
const SHELL = "run_shell_command";
const TAG = "tool_output_masked";
const END_CHARS = 250;
const END_LINES = 10;

export function isMaskable(tool: string, output: string): boolean {
  return !EXEMPT.has(tool) && !output.includes(`<${TAG}`);
}

export function maskOutput(tool: string, output: string, file: string): string | null {
  const saved = JSON.stringify({ output }, null, 2);
  const preview = tool === SHELL ? writeShellPreview(output) : cutEnds(saved);
  const masked = `<${TAG}>\n${preview}\n\nOutput too large. Full output available at: ${file}\n</${TAG}>`;
  return countResponseTokens(tool, masked) < countResponseTokens(tool, output) ? masked : null;
}

function cutEnds(text: string): string {
  if (text.length <= 2 * END_CHARS) return text;
  return `${text.slice(0, END_CHARS)}\n... [TRUNCATED] ...\n${text.slice(-END_CHARS)}`;
}

/** Shell outputs have named sections. Long sections lose their middle lines; short ones stay whole. */
function writeShellPreview(output: string): string {
  const parts = output.split(/^(Output|Error|Exit Code|Signal|Background PIDs|Process Group PGID): /m);
  if (parts.length < 3) return endLines(output);
  const lead = (parts[0] ?? "").trim();
  const sections = lead === "" ? [] : [endLines(lead)];
  for (let i = 1; i < parts.length; i += 2) {
    const body = (parts[i + 1] ?? "").trim();
    sections.push(`${parts[i]}: ${parts[i] === "Output" ? endLines(body) : body}`);
  }
  return sections.join("\n");
}

function endLines(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= 2 * END_LINES) return text;
  const omitted = `... [${lines.length - 2 * END_LINES} lines omitted] ...`;
  return [...lines.slice(0, END_LINES), "", omitted, "", ...lines.slice(-END_LINES)].join("\n");
}
