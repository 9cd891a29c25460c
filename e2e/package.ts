import type { ChildProcess } from "node:child_process";
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { chromium, expect as expectSoon } from "@playwright/test";
import { serveScript } from "../examples/scripted-provider";
import { ensureChromium } from "../lib/cli/bootstrap/chromium.mjs";
import { findFreePort } from "../lib/cli/bootstrap/postgres.mjs";

/**
 * npm run test:package: packs the archive, installs it from a registry into an empty folder with an npm cache of its own, and
 * uses it: the demo in a browser, and a command whose model calls it records and analyses. Prints how long each step took beside
 * what is promised, and ends with 1 where one fails, or where the package is larger than it may be.
 */
/** Machines that pack may be busy. */
const expect = expectSoon.configure({ timeout: 60_000 });
const LOOK_MS = 20;
const PROMISED = { megabytes: 200, fetched: 2, warmInstallS: 8, demoS: 15, secondStartS: 3 };
const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-package-"));
// A database that root starts runs as another user.
chmodSync(folder, 0o755);
const installed = path.join(folder, "installed");
const home = path.join(folder, "home");
const cache = path.join(folder, "cache");
const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
for (const place of [installed, first, second, home, cache]) mkdirSync(place);
const run = promisify(execFile);
/** Beside this process, which is the registry. */
const install = (what: string, cwd: string, registry?: string) =>
  run(
    "npm",
    ["install", what, "--no-audit", "--no-fund", "--loglevel=error", "--cache", cache].concat(
      registry === undefined ? [] : ["--registry", registry],
    ),
    { cwd },
  );
const command = path.join(installed, "node_modules/.bin/sightglass");
const port = String(await findFreePort());
const url = `http://127.0.0.1:${port}`;
const { SIGHTGLASS_HOME: _home, DATABASE_URL: _url, DISPLAY: _display, ...rest } = process.env;
const env = { ...rest, HOME: home, PORT: port };

async function timed<T>(title: string, work: () => T | Promise<T>, promisedS?: number): Promise<T> {
  const started = Date.now();
  const result = await work();
  const promise = promisedS === undefined ? "" : ` (promised ${promisedS} s)`;
  process.stdout.write(`  ✓ ${title} ${((Date.now() - started) / 1_000).toFixed(1)} s${promise}\n`);
  return result;
}

/** A registry that has the archive, and sends whoever asks for another package to the usual one. */
async function serveRegistry(archive: string): Promise<{ url: string; close: () => void }> {
  const body = readFileSync(archive);
  const manifest = JSON.parse(
    execFileSync("tar", ["xzOf", archive, "package/package.json"], { encoding: "utf8" }),
  ) as { readonly name: string; readonly version: string };
  const usual = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const registry = createServer((request, response) => {
    const place = `http://${request.headers.host}`;
    if (request.url === "/archive.tgz") return void response.end(body);
    if (request.url !== `/${manifest.name}`)
      return void response.writeHead(302, { location: new URL(`.${request.url}`, usual).href }).end();
    const dist = {
      tarball: `${place}/archive.tgz`,
      integrity: `sha512-${createHash("sha512").update(body).digest("base64")}`,
    };
    const versions = { [manifest.version]: { ...manifest, dist } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ name: manifest.name, "dist-tags": { latest: manifest.version }, versions }),
    );
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  const { port: at } = registry.address() as AddressInfo;
  return { url: `http://127.0.0.1:${at}/`, close: () => registry.close() };
}

/** What the folder takes on the disk, and how many packages npm fetched for it. */
function measure(): void {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const blocks = files.map((entry) => statSync(path.join(entry.parentPath, entry.name)).blocks);
  const megabytes = (blocks.reduce((sum, count) => sum + count, 0) * 512) / 2 ** 20;
  const lock = path.join(installed, "node_modules/.package-lock.json");
  const { packages } = JSON.parse(readFileSync(lock, "utf8")) as {
    packages: Readonly<Record<string, { readonly inBundle?: boolean }>>;
  };
  const fetched = Object.values(packages).filter(({ inBundle }) => inBundle !== true).length;
  const sizes = `${megabytes.toFixed(0)} MB in ${files.length} files, ${fetched} packages fetched`;
  process.stdout.write(`  ✓ it takes ${sizes} (promised ${PROMISED.megabytes} MB, ${PROMISED.fetched})\n`);
  expect(megabytes).toBeLessThanOrEqual(PROMISED.megabytes);
  expect(fetched).toBeLessThanOrEqual(PROMISED.fetched);
}

/** Types the command in the empty folder, and waits for the address. */
async function starts(): Promise<ChildProcess> {
  const started = spawn(command, [], { cwd: home, env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  started.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  for (;;) {
    if (said.includes(`Sightglass is at ${url}`)) return started;
    if (started.exitCode !== null) throw new Error(`It ended before it said its address:\n${said}`);
    await wait(LOOK_MS);
  }
}

async function ends(started: ChildProcess): Promise<void> {
  started.kill("SIGINT");
  await once(started, "exit");
}

const AGENT = `
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer none" },
  body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "Where is the package?" }] }),
});
console.log((await answer.json()).choices[0].message.content, process.cwd());
`;

const demoOn = (page: Page) => page.getByRole("link", { name: /^Refund agent: the branch/ }).first();

/** The names of sessions whose findings are not known. */
async function listUnanalysed(): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/sessions`);
  const { sessions } = (await answer.json()) as {
    readonly sessions: readonly { readonly name: string; readonly findings: object | null }[];
  };
  expect(sessions).not.toEqual([]);
  return sessions.flatMap(({ name, findings }) => (findings === null ? [name] : []));
}

async function usesDemo(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  let started = await timed(
    "the demo is on the page, from the command on",
    async () => {
      const child = await timed("its address is printed", starts);
      await page.goto(url);
      await expect(demoOn(page)).toBeVisible();
      return child;
    },
    PROMISED.demoS,
  );
  try {
    await demoOn(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Refund agent");
    await page.goto(`${url}/docs/runtime`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Runtime");
    await ends(started);
    started = await timed("its address is printed again", starts, PROMISED.secondStartS);
    await timed("its page is there again", () => page.goto(url));
    await expect(demoOn(page)).toBeVisible();
  } finally {
    await ends(started);
    await page.close();
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
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  // Those of the demo are analysed by what loads them.
  await expect.poll(listUnanalysed).toEqual([]);
}

try {
  await timed("packing", () =>
    execFileSync("npm", ["run", "--silent", "pack", "--", "--to", folder], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const archive = path.join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  const registry = await serveRegistry(archive);
  const fromRegistry = (cwd: string) => install("sightglass", cwd, registry.url);
  await timed("installing with an empty cache", () => fromRegistry(first));
  await timed("installing with a warm cache", () => fromRegistry(installed), PROMISED.warmInstallS);
  registry.close();
  await timed("installing the file itself with a warm cache", () => install(archive, second));
  measure();
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  await usesDemo(browser).finally(() => browser.close());
  await timed("run, which starts it", records);
  const demo = path.join(installed, "node_modules/sightglass/app/lib/demo/refund.jsonl");
  await timed("the cost of a file", () =>
    expect(spawnSync(command, ["cost", demo], { encoding: "utf8", env }).stdout).toContain("$"),
  );
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
