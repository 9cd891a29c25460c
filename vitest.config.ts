import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = path.dirname(fileURLToPath(import.meta.url));
const alias = {
  "@": root,
};

const isShared = Boolean(process.env.DATABASE_URL || process.env.CITUS_URL);

export default defineConfig({
  test: {
    // A loaded machine may be slower than any wait. A test that passes only the second time is reported as
    // such: "(retry x1)".
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
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
        resolve: { alias },
        test: {
          name: "unit",
          include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          // These tests share nothing that could remain, and loading their modules again costs more than the
          // tests.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        oxc: { jsx: { runtime: "automatic" } },
        test: {
          name: "dom",
          include: ["components/**/*.test.tsx", "app/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["lib/testing/patient-screen.ts"],
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "db",
          include: ["lib/**/*.db.test.ts", "prisma/**/*.db.test.ts", "examples/**/*.db.test.ts"],
          globalSetup: ["lib/testing/database-setup.ts"],
          setupFiles: ["lib/testing/own-database.ts", "lib/testing/cluster/record.ts"],
          fileParallelism: !isShared,
          // Each file has its own database. Loading the modules again costs more than the tests of many
          // files.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
