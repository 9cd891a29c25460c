import { mkdirSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

const PORT = Number(process.env.E2E_PORT ?? 4319);
const home = (process.env.E2E_HOME ??= mkdtempSync(path.join(os.tmpdir(), "sightglass-e2e-")));
mkdirSync(path.join(home, "user"), { recursive: true });
const executablePath = process.env.SIGHTGLASS_CHROMIUM;

/** The browser tests run against the program as `npm start` starts it, with a home of its own and the demo loaded. */
export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Beside everything else a page may be slower than any timeout. What passes the second time only is reported as such, with its trace.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    trace: "on-first-retry",
    // A click waits until what moves stands still.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    command: "node lib/cli/start.mjs",
    url: `http://127.0.0.1:${PORT}/api/v1/health`,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    // Agents of the person who runs the tests are none of their business: the server sees another home.
    env: {
      PORT: String(PORT),
      SIGHTGLASS_HOME: home,
      HOME: path.join(home, "user"),
      USERPROFILE: path.join(home, "user"),
    },
    stdout: "pipe",
  },
});
