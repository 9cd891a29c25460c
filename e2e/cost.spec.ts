import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sessionId, test, waitUntilAddressRests } from "./fixtures";

const REFUND = "Refund agent";

test("says what a session cost, and why, and leads to the turn that lost the cache", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  await page
    .getByRole("navigation", { name: "Views of this session" })
    .getByRole("link", { name: "Cost" })
    .click();
  await expect(page).toHaveURL(/\/cost/);
  await expect(page.getByText(/of it .* reading again what stood there/)).toBeVisible();
  await expect(page.getByRole("region", { name: "What it was paid for" })).toBeVisible();
  const losses = page.getByRole("region", { name: "Cache losses", exact: true });
  await expect(losses.getByRole("row")).not.toHaveCount(0);
  await expectAccessible(page);
  const answer = (await (await request.get(`/api/v1/sessions/${id}/cost`)).json()) as {
    total: number;
    parts: Record<string, { cost: number }>;
    breaks: { turn: number }[];
  };
  const sum = Object.values(answer.parts).reduce((total, { cost }) => total + cost, 0);
  expect(sum).toBeCloseTo(answer.total, 9);
  await losses.getByRole("link", { name: `turn ${answer.breaks[0]?.turn}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/turns/${answer.breaks[0]?.turn}`));
});

test("has the same figures as a table, at the press of a key, and in a link", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}/cost?turn=4`);
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/table=1/);
  await expect(page.getByRole("region", { name: "Cost by turn as a table" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Cost by turn as a table" })).toBeVisible();
});

test("fits a narrow screen", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/sessions/${id}/cost`);
  await expect(page.getByText(/reading again what stood there/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const dearest = page.getByRole("region", { name: "By tool", exact: true }).locator("tbody tr").first();
  await dearest.scrollIntoViewIfNeeded();
  await expect(dearest.getByRole("cell").last()).toBeInViewport({ ratio: 1 });
  // A name stands in its own line, and is not broken into a strip beside the figures.
  const carried = page.getByRole("region", { name: "What was carried", exact: true }).locator("tbody tr");
  for (const { height } of await boxesOf(carried)) expect(height).toBeLessThan(110);
});

async function boxesOf(rows: Locator) {
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box !== null);
}

const LOSSES = "Release notes: a cache lost four ways";

async function openLosses(page: Page, id: string): Promise<Locator> {
  await page.goto(`/sessions/${id}/cost`);
  const losses = page.getByRole("region", { name: "Cache losses", exact: true });
  await expect(losses.getByRole("row")).not.toHaveCount(0);
  return losses;
}

test("a row is found by keys and kept in the address, and Back comes back to it", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, LOSSES);
  const losses = await openLosses(page, id);
  const links = losses.getByRole("link", { name: /^turn / });
  await page.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  const place = await losses.locator("[data-sel]").nth(1).getAttribute("data-sel");
  await expect.poll(() => new URL(page.url()).searchParams.get("sel")).toBe(place);
  await waitUntilAddressRests(page);
  await page.reload();
  await expect(links.nth(1)).toBeFocused();
  await expect(losses.locator("tr[aria-current=true]")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/turns\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/cost\?.*sel=losses/);
  await expect(losses.locator("tr[aria-current=true]")).toHaveCount(1);
});

test("Enter opens a row that was reached just before, and Back comes back to that row", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, LOSSES);
  const losses = await openLosses(page, id);
  const links = losses.getByRole("link", { name: /^turn / });
  const second = (await links.nth(1).textContent()) ?? "";
  // The address gets the second row later than the first, so it waits when Enter comes.
  for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`/turns/${second.replace("turn ", "")}`));
  await page.goBack();
  await expect(page).toHaveURL(/\/cost\?.*sel=losses/);
  await expect(losses.locator("tr[aria-current=true]")).toContainText(second);
});

test("a link to what is gone says so, and leads on", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  for (const path of ["cost", "evictions", "plan", "ledger"]) {
    await page.goto(`/sessions/${id}/${path}?sel=nothing.9`);
    const said = page.getByRole("status").filter({ hasText: "What this link selects is no longer" });
    await expect(said, path).toBeVisible();
    await said.getByRole("button", { name: "Go on without it" }).click();
    await expect(said).toHaveCount(0);
    await expect(page).not.toHaveURL(/sel=/);
  }
  await page.goto(`/sessions/${id}/cost?turn=999`);
  await expect(
    page.getByText(/^This session has no turn 999\. Its turns 0 to \d+ are shown\.$/),
  ).toBeVisible();
  await page.goto("/?finding=no_such_finding");
  await expect(page.getByText("No session in this list has the finding “no_such_finding”.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Finding" })).toHaveValue("no_such_finding");
});

test("the blocks of the picture are reached by arrows, named, and opened", async ({ page, request }) => {
  const id = await sessionId(request, LOSSES);
  await page.goto(`/sessions/${id}/cost`);
  const picture = page.getByRole("group", { name: /^Sources and blocks by cost/ });
  await expect(picture.locator("[data-sel]")).not.toHaveCount(0);
  await picture.focus();
  const said = page.getByRole("region", { name: "What it was paid for" }).locator("[aria-live]");
  await page.keyboard.press("ArrowRight");
  await expect(said).toContainText(/[$]\d/);
  const first = (await said.textContent()) ?? "";
  // The address gets what is selected a moment later than the page.
  await expect(page).toHaveURL(/sel=tree/);
  const before = page.url();
  await page.keyboard.press("ArrowRight");
  await expect(said).not.toHaveText(first);
  await expect(page).not.toHaveURL(before);
  const words = (await said.textContent()) ?? "";
  await waitUntilAddressRests(page);
  await page.reload();
  await expect(said).toHaveText(words);
  await expect(picture.locator("[data-sel]")).not.toHaveCount(0);
  await picture.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(said).not.toHaveText(words);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/blocks\//);
});

test("what is saved as CSV says what the screen says", async ({ page, request }) => {
  const id = await sessionId(request, LOSSES);
  const losses = await openLosses(page, id);
  await losses.getByRole("button", { name: "Copy or save this figure" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Save as CSV" }).click(),
  ]);
  const csv = (await readFile(await download.path())).toString("utf8").split("\r\n");
  const head = csv.findIndex((line) => line.startsWith("Turn,"));
  expect(csv[head]).toContain('"Paid again, USD"');
  const rows = await losses.locator("tbody tr").allTextContents();
  const lines = csv.slice(head + 1).filter((line) => line !== "");
  expect(lines).toHaveLength(rows.length);
  const why = await losses.locator("tbody tr td:nth-child(2)").allTextContents();
  for (const [at, words] of why.entries()) expect(lines[at]).toContain(words);
});

test("paper has every row of every table, and none of the buttons", async ({ page, request }) => {
  const id = await sessionId(request, LOSSES);
  await page.goto(`/sessions/${id}/cost?table=1`);
  const carried = page.getByRole("region", { name: "What was carried", exact: true });
  await expect(carried.getByRole("row")).not.toHaveCount(0);
  const paid = page.getByRole("region", { name: "What it was paid for" });
  await expect(paid.locator("svg.recharts-surface")).toBeVisible();
  await expect(page.getByText(/^What is not known of it: /)).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^What is not known of it: /)).toBeVisible();
  await expect(carried.locator("tbody tr:visible")).toHaveCount(await carried.locator("tbody tr").count());
  await expect(page.getByRole("button", { name: "Copy or save this figure" })).toHaveCount(0);
  const colors = await page.evaluate(() => getComputedStyle(document.body).printColorAdjust);
  expect(colors).toBe("exact");
  // A sheet is narrower than the screen that a chart was drawn for.
  const overhang = await paid.evaluate((region) => {
    const figure = region.querySelector<HTMLElement>("[data-figure]");
    const drawing = figure?.querySelector("svg");
    if (figure === null || drawing == null) throw new Error("no chart is there");
    figure.style.width = "400px";
    return drawing.getBoundingClientRect().width - figure.getBoundingClientRect().width;
  });
  expect(Math.abs(overhang)).toBeLessThanOrEqual(1);
  const turns = page.getByRole("region", { name: "Cost by turn as a table" });
  expect(await turns.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
});

test("is shared as it stands, with figures and without links that lead away", async ({ page, request }) => {
  const id = await sessionId(request, LOSSES);
  await openLosses(page, id);
  const sentence = await page.getByTestId("cost-sentence").textContent();
  await page.getByRole("button", { name: "Share…" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const url = (await page.getByTestId("share-url").textContent()) ?? "";
  await page.goto(url);
  await expect(page.getByTestId("cost-sentence")).toHaveText(sentence ?? "");
  const losses = page.getByRole("region", { name: "Cache losses", exact: true });
  await expect(losses.getByRole("row")).not.toHaveCount(0);
  await expect(page.getByRole("main").locator('a[href*="/sessions/"]')).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Table/ }).first()).toBeVisible();
});
