import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { printed } from "./printed";

export interface TeamServer {
  readonly url: string;
  readonly ownerLink: string;
  readonly stop: () => Promise<void>;
}

const START_MS = 120_000;

/** With its own home, like `npm start`. */
export async function startTeamServer(port: number, hostname = "127.0.0.1"): Promise<TeamServer> {
  const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-team-"));
  chmodSync(home, 0o755);
  const child = spawn(process.execPath, ["lib/cli/start.mjs"], {
    env: {
      ...process.env,
      SIGHTGLASS_MODE: "team",
      SIGHTGLASS_HOME: home,
      PORT: String(port),
      SIGHTGLASS_URL: `http://${hostname}:${port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ownerLink = await printed(child, /^http:\S+\/join\/\S+$/m, START_MS);
  return {
    url: `http://${hostname}:${port}`,
    ownerLink,
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
