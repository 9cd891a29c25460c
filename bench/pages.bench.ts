import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright";
import type { Browser, Page } from "playwright";
import { SESSION_TABS, makeViewHref } from "@/lib/view/views";
import { hold, note } from "./report";

const BASE = process.env.BENCH_URL ?? "";
const SESSION = "bench-pages";
const TURNS = 504;
const KEPT_RESULTS = 60;
const OPENINGS = 5;
const PRESSES = 30;
const PAUSE_MS = 150;

/** Kilobytes of script: of the list, and of any other page. */
const [LIST_KB, VIEW_KB] = [150, 200];
const READY_MS = 1_200;

const PAGES = [
  { name: "list", path: "/", scriptKbMax: LIST_KB, readyMsMax: null },
  ...SESSION_TABS.map((view) => ({
    name: view.id,
    path: makeViewHref(SESSION, view, null),
    scriptKbMax: VIEW_KB,
    readyMsMax: READY_MS,
  })),
  { name: "turn", path: `/sessions/${SESSION}/turns/400`, scriptKbMax: VIEW_KB, readyMsMax: READY_MS },
  ...["/audit", "/compare", "/connect", "/docs", "/docs/api", "/ingestion", "/replay", "/settings"].map(
    (path) => ({ name: path, path, scriptKbMax: VIEW_KB, readyMsMax: null }),
  ),
];
const PRESS_MS_MAX = 16;
const PRESS_REQUESTS_MAX = 1;

await sendSession();
const browser = await chromium.launch({
  executablePath: process.env.SIGHTGLASS_CHROMIUM ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, path, scriptKbMax, readyMsMax } of PAGES) {
  const opened = [];
  // The first load warms up the server and does not count.
  await measureOpening(browser, path);
  for (let i = 0; i < OPENINGS; i++) opened.push(await measureOpening(browser, path));
  hold({
    what: `${name}: kB of JavaScript sent`,
    value: computeMedian(opened.map((one) => one.scriptKb)),
    atMost: scriptKbMax,
  });
  const ready = computeMedian(opened.map((one) => one.readyMs));
  if (readyMsMax === null) note(`${name}: ms until it answers to keys`, ready.toFixed(0));
  else hold({ what: `${name}: ms until it answers to keys`, value: ready, atMost: readyMsMax });
}
const press = await measureKeyPress(browser);
hold({ what: "overview: ms of script of a key press", value: press.scriptMs, atMost: PRESS_MS_MAX });
hold({ what: "overview: requests of a key press", value: press.requests, atMost: PRESS_REQUESTS_MAX });
await browser.close();

async function sendSession(): Promise<void> {
  const events = Array.from({ length: TURNS }, (_, turn) => ({
    id: `turn-${turn}`,
    session: SESSION,
    at: new Date(Date.UTC(2026, 0, 1, 0, turn)).toISOString(),
    type: "turn.recorded",
    turn,
    usage: { input: 2_000 + Math.min(turn, KEPT_RESULTS) * 400, output: 60 },
    window: makeWindow(turn),
  }));
  for (let from = 0; from < events.length; from += 100) {
    const answer = await fetch(`${BASE}/api/v1/events`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ events: events.slice(from, from + 100) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  for (let tries = 0; tries < 60; tries++) {
    const answer = await fetch(`${BASE}/api/v1/sessions/${SESSION}?wait=5000`);
    const body = (await answer.json()) as { waiting?: number; analysedAsOfTurn?: number | null };
    if (body.waiting === 0 && body.analysedAsOfTurn === TURNS - 1) return;
    await wait(500);
  }
  throw new Error("the session was not analysed in time");
}

function makeWindow(turn: number) {
  const makeResult = (i: number) => ({
    id: `result-${i}`,
    kind: "tool_result",
    toolName: "read_file",
    toolCallId: `call-${i}`,
    content: `src/module-${i}.ts\n${"const value = compute(input);\n".repeat(40)}`,
  });
  if (turn === 0)
    return {
      entries: [
        { id: "goal", kind: "user_goal", content: "Find what makes the report slow, and mend it." },
        makeResult(0),
      ],
    };
  const gone = turn < KEPT_RESULTS ? [] : [`result-${turn - KEPT_RESULTS}`];
  return { remove: gone, append: [makeResult(turn)] };
}

async function measureOpening(from: Browser, path: string): Promise<{ scriptKb: number; readyMs: number }> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${BASE}${path}`, { waitUntil: "commit" });
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  const readyMs = await page.evaluate(() => performance.now());
  await page.waitForLoadState("load");
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname.endsWith(".js"))
      .reduce((sum, entry) => sum + entry.transferSize, 0),
  );
  await context.close();
  return { scriptKb: bytes / 1_000, readyMs };
}

async function measureKeyPress(from: Browser): Promise<{ scriptMs: number; requests: number }> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${BASE}/sessions/${SESSION}?turn=100`);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  let requests = 0;
  page.on("request", () => requests++);
  const scriptSeconds = await startScriptClock(page);
  const before = await scriptSeconds();
  for (let i = 0; i < PRESSES; i++) {
    await page.keyboard.press("]");
    await wait(PAUSE_MS);
  }
  const after = await scriptSeconds();
  await context.close();
  return { scriptMs: ((after - before) * 1_000) / PRESSES, requests: requests / PRESSES };
}

/** The seconds of script since the clock was made. */
async function startScriptClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  };
}

function computeMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
