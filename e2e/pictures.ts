import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, request as requests } from "@playwright/test";
import type { Browser, Locator, Page } from "@playwright/test";
import { ensureChromium } from "../lib/cli/bootstrap/chromium.mjs";
import { readCommand } from "../lib/cli/bootstrap/command.mjs";
import type { PngFrame } from "./animated-png";
import { animatedPng } from "./animated-png";
import { sessionId } from "./fixtures";
import { LiveAgent } from "./live-agent";
import { startOwnServer } from "./own-server";

/**
 * `npm run pictures [-- URL]`: takes the pictures of the README on a server of its own with the demo, or on
 * the server at the address. Sends an agent's session there and deletes it again.
 */
const PORT = Number(process.env.E2E_LIVE_PORT ?? 4321);
const SIZE = { width: 1440, height: 900 };
const SMALL = { width: 960, height: 600 };
/** Tokens of each tool result, and the calls at which the oldest results are cleared. */
const CALLS = [900, 2_400, 700, 3_800, 1_200, 5_200, 2_600, 1_900, 4_400, 1_500] as const;
const CLEARED = new Map([[7, ["r1", "r2", "r3"]]]);
const FIRST_SHOWN = 2;
const RULES_TOKENS = 1_600;
const SETTLE_MS = 800;
const FRAME_MS = 700;
const LAST_FRAME_MS = 3_000;

const USAGE = `npm run pictures [-- URL]

Takes the pictures of the README anew, from a server of its own with the demo, or from the one at the address.`;

const [address] = readCommand(USAGE, {}, { positionals: true }).positionals;
const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-pictures-"));
const own = address === undefined ? await startOwnServer(PORT, home, { demo: true }) : null;
const url = address ?? own?.url ?? "";
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
const request = await requests.newContext({ baseURL: url });
try {
  const daemon = await sessionId(request, "Publishing daemon");
  await still(browser, "light", `/sessions/${daemon}?turn=16`, "overview.png", (page) =>
    page.getByRole("region", { name: "Turn 16" }).getByText("13 evictions"),
  );
  await still(browser, "dark", `/sessions/${daemon}/evictions?turn=16`, "evictions.png", (page) =>
    page.getByRole("group", { name: /^Lanes of/ }),
  );
  writeFileSync(place("follow.png"), animatedPng(await followed(browser)));
} finally {
  await browser.close();
  await request.dispose();
  await own?.stop();
  rmSync(home, { recursive: true });
}

/** @param shown what has to stand on the page before the picture is taken */
async function still(
  on: Browser,
  theme: "light" | "dark",
  at: string,
  name: string,
  shown: (page: Page) => Locator,
): Promise<void> {
  const page = await opened(on, theme, SIZE, at);
  await shown(page).first().waitFor();
  await page.screenshot({ path: place(name) });
  await page.context().close();
}

async function followed(on: Browser): Promise<PngFrame[]> {
  const agent = new LiveAgent(request, "picture-run");
  await agent.start("Sort the orders of July");
  const frames: PngFrame[] = [];
  const standing = new Map<string, number>();
  let page: Page | null = null;
  for (const [turn, tokens] of CALLS.entries()) {
    const leaves = CLEARED.get(turn) ?? [];
    if (turn > 0) standing.set(`r${turn}`, tokens);
    for (const id of leaves) standing.delete(id);
    const input = RULES_TOKENS + [...standing.values()].reduce((sum, one) => sum + one, 0);
    await agent.call(answer(turn, tokens), leaves, input);
    if (turn < FIRST_SHOWN) continue;
    page ??= await opened(
      on,
      "light",
      SMALL,
      `/sessions/${await sessionId(request, "Sort the orders")}?follow=1`,
    );
    await page.getByRole("region", { name: `Turn ${turn}`, exact: true }).waitFor();
    // The panel reads its blocks after the chart has moved. The stream stays open, so the network is never
    // idle.
    await page.waitForTimeout(SETTLE_MS);
    frames.push({ png: await page.screenshot(), ms: turn === CALLS.length - 1 ? LAST_FRAME_MS : FRAME_MS });
  }
  await request.delete(`/api/v1/sessions/${await sessionId(request, "Sort the orders")}`);
  return frames;
}

function answer(turn: number, tokens: number): string {
  const line = `order ${4_100 + turn} of customer ${turn + 3}: pending, 3 lines`;
  return Array.from({ length: Math.ceil(tokens / 14) }, (_, i) => `${line}, page ${i + 1}`).join("\n");
}

async function opened(
  on: Browser,
  colorScheme: "light" | "dark",
  viewport: { width: number; height: number },
  at: string,
): Promise<Page> {
  const context = await on.newContext({
    baseURL: url,
    colorScheme,
    viewport,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(at);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
  return page;
}

function place(name: string): string {
  return path.join(import.meta.dirname, "../public", name);
}
