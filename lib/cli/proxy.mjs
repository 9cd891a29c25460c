/** npm run proxy [-- COMMAND ARG…]: records the model calls of programs whose base URL leads through it. */
import { once } from "node:events";
import { spawnProgram } from "./bootstrap/app.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

async function main() {
  await prepareProgram();
  const child = spawnProgram("lib/proxy/main.ts", process.argv.slice(2));
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}

main().catch(reportFailure);
