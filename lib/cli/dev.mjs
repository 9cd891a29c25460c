/** npm run dev: the app with Next's own reloading, on the database that `npm start` would use. */
import { once } from "node:events";
import { checkPort, spawnProgram, startWorker } from "./bootstrap/app.mjs";
import { readCommand } from "./bootstrap/command.mjs";
import { findHome, prepareHome } from "./bootstrap/home.mjs";
import { chooseInstance } from "./bootstrap/instance.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { runWithDatabase } from "./bootstrap/with-database.mjs";

const USAGE = `npm run dev

The app with Next's own reloading, on the database that npm start would use. PORT, HOST and SIGHTGLASS_HOME count as for it.`;

async function main() {
  readCommand(USAGE, {});
  await prepareProgram("work");
  const { buildClient } = await import("./bootstrap/client.mjs");
  buildClient();
  const home = findHome();
  prepareHome(home);
  const { host, port, url: address, env } = chooseInstance(home);
  await checkPort(port, host);
  await runWithDatabase(
    async (url) => {
      const app = spawnProgram("lib/server/main.ts", [], {
        env: {
          ...env,
          NODE_ENV: "development",
          DATABASE_URL: url,
          PORT: String(port),
          NEXT_TELEMETRY_DISABLED: "1",
        },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      app.once("message", () => console.log(`\n${address}\n`));
      const worker = await startWorker({ databaseUrl: url, env: { NODE_ENV: "development" } });
      process.on("SIGINT", () => app.kill("SIGTERM"));
      await once(app, "exit");
      worker.kill("SIGTERM");
      await once(worker, "exit");
    },
    { create: true },
  );
}

main().catch(reportFailure);
