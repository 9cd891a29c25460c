import { chromium } from "playwright";
import type { Page } from "playwright";
import { gzipSync } from "node:zlib";
import { hold, note } from "./report";

/**
 * Scrolling and zooming the evictions of a session with 5,000 blocks in a real browser: the frame time that
 * 95 of 100 frames stay under, compared with an empty page and the same gesture.
 */
const TURNS = 1_000;
const BLOCKS_PER_TURN = 5;
const STAYS_TURNS = 120;
const STEPS = 150;
const FRAME_RATIO_MAX = 2;
const PAYLOAD_KB_MAX = 300;

const url = process.env.BENCH_URL ?? "";
const TOOLS = ["read_file", "search", "run_tests", "get_order", "list_files"];

function makeEvent(turn: number): object {
  const made = Array.from({ length: BLOCKS_PER_TURN }, (_, i) => ({
    id: `r${turn}-${i}`,
    kind: "tool_result",
    toolName: TOOLS[i],
    toolCallId: `c${turn}-${i}`,
    content: `result ${i} of turn ${turn}: ${"what the tool said ".repeat((turn * 7 + i * 13) % 40)}`,
    origin: { path: `src/module-${(turn * 5 + i) % 700}/file-${i}.ts` },
  }));
  const gone = turn < STAYS_TURNS ? [] : [0, 1, 2].map((i) => `r${turn - STAYS_TURNS}-${i}`);
  return {
    id: `e${turn}`,
    session: "bench-lanes",
    at: new Date(Date.UTC(2026, 0, 1) + turn * 60_000).toISOString(),
    type: "turn.recorded",
    turn,
    usage: { input: 20_000 + turn * 10, output: 200 },
    window: { remove: gone, append: made },
  };
}

const COUNT_FRAMES = `{
  window.frames_ = [];
  let last = performance.now();
  requestAnimationFrame(function tick(now) {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  });
}`;

const SCROLLED = `Math.max(...[...document.querySelectorAll("#box, [role=group]")].map((box) => box.scrollTop))`;

async function measureFrames(page: Page, at: { x: number; y: number }): Promise<number[]> {
  await page.mouse.move(at.x, at.y);
  await page.evaluate(COUNT_FRAMES);
  const turnWheel = async (steps: number, by: number) => {
    for (let i = 0; i < steps; i++) await page.mouse.wheel(0, by);
  };
  await turnWheel(STEPS / 2, 400);
  if ((await page.evaluate<number>(SCROLLED)) === 0) throw new Error("the gesture scrolled nothing");
  await turnWheel(STEPS / 2, -400);
  await page.keyboard.down("Control");
  await turnWheel(STEPS, -12);
  await turnWheel(STEPS / 3, 12);
  await page.keyboard.up("Control");
  return page.evaluate<number[]>("window.frames_.slice(2)");
}

function computeQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const EMPTY = `<!doctype html><body style="margin:0"><div id="box" style="height:560px;overflow:auto"><div style="height:100000px"></div></div>
<script>document.getElementById("box").addEventListener("wheel",(e)=>{if(e.ctrlKey)e.preventDefault()},{passive:false})</script>`;

async function main(): Promise<void> {
  for (let from = 0; from < TURNS; from += 250) {
    const events = Array.from({ length: 250 }, (_, i) => makeEvent(from + i));
    const response = await fetch(`${url}/api/v1/events`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: gzipSync(JSON.stringify({ events })),
    });
    if (!response.ok) throw new Error(`ingest answered ${response.status}: ${await response.text()}`);
  }
  const lanes = await (await fetch(`${url}/api/v1/sessions/bench-lanes/lanes?limit=10000`)).text();
  hold({
    what: "skeleton of 5,000 blocks, compressed, KB",
    value: gzipSync(lanes).length / 1_000,
    atMost: PAYLOAD_KB_MAX,
  });
  const { id } = (await (await fetch(`${url}/api/v1/sessions/bench-lanes`)).json()) as { id: string };
  const browser = await chromium.launch({
    ...(process.env.SIGHTGLASS_CHROMIUM !== undefined && { executablePath: process.env.SIGHTGLASS_CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await page.setContent(EMPTY);
    const empty = await measureFrames(page, { x: 600, y: 300 });
    await page.goto(`${url}/sessions/${id}/evictions`);
    const box = page.getByRole("group", { name: /Lanes of 5,?0/ });
    await box.waitFor();
    const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const drawn = await measureFrames(page, { x: x + width / 2, y: y + height / 2 });
    await page.waitForURL(/[?&]r=\d+-\d+/);
    for (const [what, frames] of Object.entries({ empty, lanes: drawn }))
      note(
        `${what}: ${frames.length} frames`,
        `median ${computeQuantile(frames, 0.5).toFixed(1)} ms, p95 ${computeQuantile(frames, 0.95).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(0)} ms`,
      );
    hold({
      what: "p95 frame ÷ that of an empty page, scroll and zoom",
      value: computeQuantile(drawn, 0.95) / computeQuantile(empty, 0.95),
      atMost: FRAME_RATIO_MAX,
    });
  } finally {
    await browser.close();
  }
}

await main();
