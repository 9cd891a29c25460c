/** npm run connect -- claude-code: writes the hooks of Sightglass into an agent's settings, after showing the change and asking. */
import fs from "node:fs";
import path from "node:path";
import { readCommand } from "./bootstrap/command.mjs";
import { checkNode, installPackages, ROOT } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run connect -- AGENT [--remove] [--yes] [--url URL]

Writes the hooks of Sightglass into the settings of a coding agent on this machine, after showing the change and asking.
Before a compaction its transcript is taken in; after it the agent is told what was lost and is still needed.

  claude-code  the settings of Claude Code, in ~/.claude or CLAUDE_CONFIG_DIR; it is followed while it runs, too
  codex        the hooks of Codex, hooks.json in ~/.codex or CODEX_HOME; Codex asks before it trusts them
  gemini       the settings of Gemini CLI, in ~/.gemini or in .gemini of GEMINI_CLI_HOME; it is followed while it runs, too

  --remove     takes them away again
  --yes        does not ask
  --url URL    a Sightglass elsewhere; it takes its key from SIGHTGLASS_API_KEY of the agent's environment`;

async function main() {
  const { values, positionals } = readCommand(
    USAGE,
    { remove: { type: "boolean" }, yes: { type: "boolean" }, url: { type: "string" } },
    { positionals: true },
  );
  checkNode();
  if (!fs.existsSync(path.join(ROOT, "node_modules"))) await installPackages("run");
  // It needs packages that are not installed before.
  const { connectAgent } = await import("./bootstrap/connect-agent.mjs");
  await connectAgent(values, positionals, USAGE);
}

main().catch(reportFailure);
