/** npm run dev: the app with Next's own reloading, on the database that `npm start` would use. */
import { once } from "node:events";
import { chosenPort, HOST, checkPort, spawnProgram } from "./bootstrap/app.mjs";
import { prepareProgram } from "./bootstrap/project.mjs";
import { reportFailure } from "./bootstrap/report.mjs";
import { withDatabase } from "./bootstrap/with-database.mjs";

async function main() {
  await prepareProgram();
  const port = chosenPort();
  await checkPort(port);
  await withDatabase(async (url) => {
    const app = spawnProgram("lib/server/main.ts", [], {
      env: { NODE_ENV: "development", DATABASE_URL: url, PORT: String(port), NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    app.once("message", () => console.log(`\nhttp://${HOST}:${port}\n`));
    process.on("SIGINT", () => app.kill("SIGTERM"));
    await once(app, "exit");
  });
}

main().catch(reportFailure);
