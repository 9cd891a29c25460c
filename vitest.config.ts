import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { listLongTests } from "./lib/cli/bootstrap/nearest-tests.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const alias = {
  "@": root,
};

// What tests of the library leave unsent is not for the agents of the person who runs them.
const outbox = mkdtempSync(path.join(os.tmpdir(), "sightglass-outbox-"));
process.env.SIGHTGLASS_OUTBOX = outbox;
process.on("exit", () => rmSync(outbox, { recursive: true, force: true }));

/** A shared machine may be slower than any wait: there, tests wait longer. */
const patience = process.env.CI === undefined ? 1 : 3;

const isShared = Boolean(process.env.DATABASE_URL || process.env.CITUS_URL);

const unit = {
  include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts", "bench/**/*.test.ts"],
  exclude: ["**/*.db.test.ts", "**/node_modules/**"],
  // These tests share nothing that could remain, and loading their modules again costs more than the tests.
  isolate: false,
  testTimeout: patience * 60_000,
};

export default defineConfig({
  resolve: { alias },
  test: {
    // Where a person waits, a test that fails has failed.
    retry: process.env.CI === undefined ? 0 : 1,
    expect: { poll: { timeout: patience * 60_000 } },
    coverage: {
      provider: "v8",
      include: ["lib/**/*.ts"],
      exclude: ["lib/db/generated/**", "lib/testing/**", "lib/cli/**", "**/*.test.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: Object.fromEntries(
        ["core", "policies", "pipeline", "queries"].map((room) => [`lib/${room}/**`, { lines: 90 }]),
      ),
    },
    projects: [
      {
        extends: true,
        test: { ...unit, name: "unit" },
      },
      {
        extends: true,
        test: { ...unit, name: "quick", exclude: [...unit.exclude, ...listLongTests()], env: { QUICK: "1" } },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: "automatic" } },
        test: {
          name: "dom",
          include: ["components/**/*.test.tsx", "app/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["lib/testing/patient-screen.ts"],
          testTimeout: patience * 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: ["lib/**/*.db.test.ts", "prisma/**/*.db.test.ts", "examples/**/*.db.test.ts"],
          globalSetup: ["lib/testing/database-setup.ts"],
          setupFiles: ["lib/testing/own-database.ts", "lib/testing/cluster/record.ts"],
          fileParallelism: !isShared,
          // Each file has its own database. Loading the modules again costs more than the tests of many
          // files.
          isolate: false,
          testTimeout: patience * 120_000,
          hookTimeout: patience * 120_000,
        },
      },
    ],
  },
});
