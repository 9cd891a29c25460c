import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, expect } from "@playwright/test";
import { serveScript } from "../examples/scripted-provider";
import { ensureChromium } from "../lib/cli/bootstrap/chromium.mjs";
import { freePort } from "../lib/cli/bootstrap/postgres.mjs";

/**
 * npm run test:package: packs the archive, installs it into an empty folder with an npm cache of its own, and uses it: the
 * demo in a browser, and a command whose model calls it records. Prints how long each step took, and ends with 1 where one
 * fails.
 */
const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-package-"));
// A database that root starts runs as another user.
chmodSync(folder, 0o755);
const installed = path.join(folder, "installed");
const home = path.join(folder, "home");
const cache = path.join(folder, "cache");
for (const place of [installed, home, cache]) mkdirSync(place);
const npm = (args: readonly string[], cwd?: string) =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error", "--cache", cache], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
const command = path.join(installed, "node_modules/.bin/sightglass");
const port = String(await freePort());
const url = `http://127.0.0.1:${port}`;
const { SIGHTGLASS_HOME: _home, DATABASE_URL: _url, DISPLAY: _display, ...rest } = process.env;
const env = { ...rest, HOME: home, PORT: port };

async function timed<T>(title: string, work: () => T | Promise<T>): Promise<T> {
  const started = Date.now();
  const result = await work();
  process.stdout.write(`  ✓ ${title} ${((Date.now() - started) / 1_000).toFixed(1)} s\n`);
  return result;
}

const AGENT = `
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer none" },
  body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "Where is the package?" }] }),
});
console.log((await answer.json()).choices[0].message.content, process.cwd());
`;

async function usesDemo(): Promise<void> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page
      .getByRole("link", { name: /^Refund agent: the branch/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Refund agent");
    await page.goto(`${url}/docs/runtime`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Runtime");
  } finally {
    await browser.close();
  }
}

/** In the folder of the person who types it. */
async function records(): Promise<void> {
  const provider = await serveScript(() => ({ says: "It is here." }));
  writeFileSync(path.join(home, "agent.mjs"), AGENT);
  const ran = spawn(command, ["run", "--", "node", "agent.mjs"], {
    cwd: home,
    env: { ...env, SIGHTGLASS_PROXY_UPSTREAMS: `openai=${new URL(provider.baseURL).origin}` },
  });
  let said = "";
  ran.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  ran.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const [code] = (await once(ran, "exit")) as [number | null];
  provider.close();
  expect(said).toContain(`It is here. ${home}`);
  expect(code, said).toBe(0);
  const address = /http:\S+\/sessions\/\S+/.exec(said)?.[0] ?? "";
  await expect.poll(async () => (await fetch(address)).status, { timeout: 60_000 }).toBe(200);
}

try {
  await timed("packing", () => npm(["pack", "--pack-destination", folder]));
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  await timed("installing with an empty cache", () =>
    npm(["install", path.join(folder, archive)], installed),
  );
  rmSync(path.join(installed, "node_modules"), { recursive: true });
  await timed("installing with a warm cache", () => npm(["install", path.join(folder, archive)], installed));
  await timed("run, which starts it", records);
  await timed("the demo in a browser", usesDemo);
  for (const name of [
    "import",
    "replay",
    "gate",
    "verify",
    "mcp",
    "connect",
    "proxy",
    "worker",
    "start",
    "run",
  ])
    expect(spawnSync(command, [name, "--help"], { encoding: "utf8", env }).stdout).toContain(
      `sightglass ${name}`,
    );
  await timed("stopping", () => expect(spawnSync(command, ["stop"], { env }).status).toBe(0));
  await timed("run, which starts it again", records);
} finally {
  spawnSync(command, ["stop"], { env });
  rmSync(folder, { recursive: true, force: true });
}
