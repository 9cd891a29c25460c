import { spawn } from "node:child_process";
import { printed } from "./printed";

const START_MS = 120_000;

/** A separate program with its own home, started like `npm start`. */
export interface OwnServer {
  readonly url: string;
  /** Like a power failure: ends the app and its supervisor. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startOwnServer(
  port: number,
  home: string,
  { demo = false }: { readonly demo?: boolean } = {},
): Promise<OwnServer> {
  const child = spawn(process.execPath, ["lib/cli/start.mjs"], {
    env: { ...process.env, SIGHTGLASS_HOME: home, PORT: String(port), SIGHTGLASS_DEMO: demo ? "1" : "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  await printed(child, /^Sightglass is at /m, START_MS);
  const end = async (signal: NodeJS.Signals, group: boolean) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(group ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => end("SIGKILL", true),
    stop: () => end("SIGTERM", false),
  };
}
