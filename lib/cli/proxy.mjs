/** npm run proxy [-- COMMAND ARG…]: records the model calls of programs whose base URL leads through it. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run proxy [-- COMMAND ARG…]

Records the model calls of programs whose base URL leads through it; with a command, of that program, until it ends. An
address of a provider or gateway that is set for the command stays where its calls go.

  SIGHTGLASS_PROXY_PORT                where to listen, 4320 unless it is set
  SIGHTGLASS_PROXY_TARGET              the Sightglass that records the calls, http://127.0.0.1:4318 unless it is set
  SIGHTGLASS_PROXY_UPSTREAMS           where requests may go, NAME=ADDRESS separated by commas; Anthropic, OpenAI and
                                       Gemini unless it is set. A request's path begins with /NAME
  SIGHTGLASS_PROXY_POLICY              a policy for calls whose path begins with /apply: a JSON file, or the address of a replay
  SIGHTGLASS_PROXY_POLICY_TIMEOUT_MS   how long a call waits for the policy, 300 unless it is set
  SIGHTGLASS_API_KEY                   a key of that Sightglass with the scope ingest, with a policy also read; in local
                                       mode none is needed
  SIGHTGLASS_OUTBOX                    where calls wait that cannot be sent, ~/.sightglass/outbox unless it is set`;

async function main() {
  // Arguments behind the command belong to it.
  const command = process.argv.slice(process.argv[2] === "--" ? 3 : 2);
  if (["--help", "-h"].includes(command[0] ?? "")) readCommand(USAGE, {});
  await prepareProgram();
  const child = spawnProgram("lib/proxy/main.ts", command);
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}

main().catch(reportFailure);
