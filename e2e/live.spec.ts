import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";
import { LiveAgent } from "./live-agent";
import { startOwnServer } from "./own-server";

const PORT = Number(process.env.E2E_LIVE_PORT ?? 4321);
const LINES = "order 17 of customer 4: 3 lines, pending\n".repeat(40);

const panel = (page: Page, turn: number) => page.getByRole("region", { name: `Turn ${turn}`, exact: true });
const follow = (page: Page) => page.getByRole("button", { name: /^Follow/ });

/** Where the figures of the header and the chart stand: they keep their places while a session grows. */
const placesOf = (page: Page) =>
  page.evaluate(() => [
    ...[...(document.querySelector("dl")?.children ?? [])].map((fact) => fact.getBoundingClientRect().left),
    document.querySelector("figure")?.getBoundingClientRect().top,
  ]);

/** A gate of turn 2 that fails, which is a serious finding. */
function failGate(request: APIRequestContext, session: string) {
  const at = new Date().toISOString();
  const gate = { id: "gate", session, at, type: "gate.checked", turn: 2, gate: "schema", passed: false };
  return sendEvents(request, [gate]);
}

test("the list shows a new session by itself, marks it as running on top, and moves its figures", async ({
  page,
  request,
}) => {
  const agent = new LiveAgent(request, `live-list-${Date.now()}`);
  await page.goto("/?sort=name&order=asc");
  await agent.start("Zebra run");
  await agent.call("");
  const row = page.getByRole("row", { name: /Zebra run/ });
  await expect(row).toContainText("running");
  await expect(page.getByRole("row").nth(1)).toContainText("Zebra run");
  await expect(row.getByRole("img", { name: /Peak 2,000 tokens/ })).toBeVisible();
  await agent.call(LINES);
  await agent.call(LINES);
  await expect(row.getByRole("img", { name: /Peak 3,800 tokens/ })).toBeVisible();
  await agent.end();
  await expect(row).not.toContainText("running");
  const id = await sessionId(request, "Zebra run");
  await request.delete(`/api/v1/sessions/${id}`);
  await expect(row).toHaveCount(0);
});

test("follows a running session until the reader moves, and again with one key", async ({
  page,
  request,
}) => {
  const agent = new LiveAgent(request, `live-follow-${Date.now()}`);
  await agent.start("Followed run");
  for (let i = 0; i < 4; i++) await agent.call(LINES);
  await page.goto(`/sessions/${await sessionId(request, "Followed run")}`);
  await expect(page.getByText("running", { exact: true })).toBeVisible();
  await expect(follow(page)).toHaveAttribute("aria-pressed", "false");

  await agent.call(LINES);
  await page.getByRole("button", { name: "Show 1 new turn" }).click();
  await expect(page.getByText("Peak 5,600 tokens at turn 4")).toBeVisible();

  await page.keyboard.press("l");
  await expect(follow(page)).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/follow=1/);
  await expect(panel(page, 4)).toBeVisible();
  await page.evaluate(() => {
    document.querySelector("main")?.setAttribute("data-same-page", "");
    window.scrollTo(0, 24);
  });
  const before = await page.evaluate(() => window.scrollY);
  const stood = await placesOf(page);
  for (let turn = 5; turn < 8; turn++) {
    await agent.call(LINES, [], turn < 7 ? undefined : 12_300);
    await expect(panel(page, turn)).toContainText("tokens");
  }
  await expect(page.getByText("Peak 12,300 tokens at turn 7")).toBeVisible();
  expect(await placesOf(page)).toEqual(stood);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await expect(page.locator("main[data-same-page]")).toHaveCount(1);

  await page.keyboard.press("k");
  await expect(follow(page)).toHaveAttribute("aria-pressed", "false");
  await expect(panel(page, 6)).toBeVisible();
  await agent.call(LINES);
  await expect(page.getByRole("button", { name: "Show 1 new turn" })).toBeVisible();
  await expect(panel(page, 6)).toBeVisible();

  await page.keyboard.press("l");
  await expect(panel(page, 8)).toBeVisible();
  await agent.end();
  await expect(page.getByText("ended", { exact: true })).toBeVisible();

  await request.delete(`/api/v1/sessions/${await sessionId(request, "Followed run")}`);
  const gone = page.getByRole("status").filter({ hasText: "This session was deleted." });
  await expect(gone.getByRole("link", { name: "All sessions" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete…" })).toBeHidden();
});

test("every view of a followed session grows: turn, evictions, ledger, plan", async ({ page, request }) => {
  const agent = new LiveAgent(request, `live-views-${Date.now()}`);
  await agent.start("Viewed run");
  for (let i = 0; i < 3; i++) await agent.call(LINES);
  const id = await sessionId(request, "Viewed run");
  await page.goto(`/sessions/${id}/evictions?follow=1`);
  await expect(page.getByRole("button", { name: "Fit", exact: true })).toBeVisible();
  await agent.call(LINES, ["r1"]);
  await expect(page.getByText(/\b1 eviction\b/).first()).toBeVisible();
  await agent.call(LINES, ["r2"]);
  await expect(page.getByText(/\b2 evictions\b/).first()).toBeVisible();
  await expect(page.getByText("Turn 4.")).toBeAttached();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page).toHaveURL(/follow=1/);
  await expect(panel(page, 4)).toContainText("1 eviction");
  await page.goto(`/sessions/${id}/turns/2?follow=1`);
  await agent.call(LINES, ["r3"]);
  await expect(page).toHaveURL(/turns\/5\?follow=1/);
  await expect(page.getByRole("heading", { name: "Turn 5" })).toBeVisible();
  await page.goto(`/sessions/${id}/ledger?follow=1`);
  await agent.call(LINES, ["r4"]);
  await expect(page.getByRole("heading", { name: "Ledger of turn 6" })).toBeAttached();
  await page.goto(`/sessions/${id}/plan?follow=1`);
  await expect(page.getByText("running", { exact: true })).toBeVisible();
});

test("a new serious finding announces itself and takes no focus", async ({ page, request }) => {
  const session = `live-finding-${Date.now()}`;
  const agent = new LiveAgent(request, session);
  await agent.start("Troubled run");
  for (let i = 0; i < 3; i++) await agent.call(LINES);
  await page.goto(`/sessions/${await sessionId(request, "Troubled run")}/ledger`);
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  const before = await focused();
  await failGate(request, session);
  await agent.call(LINES);
  const news = page.getByRole("status").filter({ hasText: "Show" });
  await expect(news).toContainText("gate", { ignoreCase: true });
  expect(await focused()).toBe(before);
  await news.getByRole("link", { name: "Show" }).click();
  await expect(news).toHaveCount(0);
});

test("goes on where it was after the server was killed and started again", async ({ page, playwright }) => {
  test.setTimeout(240_000);
  const home = mkdtempSync(path.join(os.tmpdir(), "sightglass-live-"));
  chmodSync(home, 0o755);
  let server = await startOwnServer(PORT, home);
  const request = await playwright.request.newContext();
  try {
    const agent = new LiveAgent(request, "restarted", server.url);
    await agent.start("Restarted run");
    for (let i = 0; i < 3; i++) await agent.call(LINES);
    // A page that waits for turns asks for itself again, and would be cut in the middle.
    await request.get(`${server.url}/api/v1/sessions/restarted?wait=20000`);
    await page.goto(`${server.url}/sessions/restarted?follow=1`);
    await expect(panel(page, 2)).toContainText("tokens");
    await server.kill();
    await expect(page.getByText(/the server cannot be reached/)).toBeVisible({ timeout: 20_000 });
    server = await startOwnServer(PORT, home);
    await agent.call(LINES);
    await expect(panel(page, 3)).toContainText("tokens", { timeout: 60_000 });
    await agent.call(LINES);
    await expect(panel(page, 4)).toContainText("tokens");
  } finally {
    await page.close();
    await request.dispose();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});

test("a followed session is accessible, wide and narrow", async ({ page, request }) => {
  const session = `live-axe-${Date.now()}`;
  const agent = new LiveAgent(request, session);
  await agent.start(`Accessible run`);
  for (let i = 0; i < 3; i++) await agent.call(LINES);
  await page.goto(`/sessions/${await sessionId(request, `Accessible run`)}?follow=1`);
  await failGate(request, session);
  await agent.call(LINES);
  await expect(page.getByRole("status").filter({ hasText: "Show" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.goto("/");
  await expect(page.getByRole("row", { name: /Accessible run/ }).first()).toContainText("running");
  await expectAccessible(page);
});
