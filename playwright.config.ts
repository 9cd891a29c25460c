import { mkdirSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

const PORT = Number(process.env.E2E_PORT ?? 4319);
const home = (process.env.E2E_HOME ??= mkdtempSync(path.join(os.tmpdir(), "sightglass-e2e-")));
mkdirSync(path.join(home, "user"), { recursive: true });
const executablePath = process.env.SIGHTGLASS_CHROMIUM;

const patience = process.env.CI === undefined ? 1 : 2;

/** The browser tests use the program as `npm start` starts it, with a separate home and the demo. */
export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers: 1,
  // A shared machine may be slower than any timeout: there, tests wait longer.
  timeout: patience * 180_000,
  expect: { timeout: patience * 20_000 },
  // Where a person waits, a test that fails has failed.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    actionTimeout: patience * 30_000,
    trace: process.env.CI === undefined ? "retain-on-failure" : "on-first-retry",
    // A click waits until nothing moves.
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
    // The tests must not see the agents of the person who runs them, so the server gets another home.
    env: {
      PORT: String(PORT),
      SIGHTGLASS_HOME: home,
      HOME: path.join(home, "user"),
      USERPROFILE: path.join(home, "user"),
    },
    stdout: "pipe",
  },
});
