import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

test("says which turn filled the window and what stood in it", async ({ page, request }) => {
  const id = await sessionId(request, "Eight-turn loop");
  await page.goto(`/sessions/${id}`);
  await expect(page.getByText("Peak 30,300 tokens at turn 8")).toBeVisible();
  await expect(page.getByText("Largest growth +4,420, caused by turn 4")).toBeVisible();
  const panel = page.getByRole("region", { name: "Turn 8" });
  await expect(panel).toContainText("30,300");
  await expect(panel.getByText("88%")).toBeVisible();
});

test("moves its cursor with the keyboard, and a copied link gives the same state in a new browser", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}`);
  await expect(page.getByRole("region", { name: "Turn 15" })).toBeVisible();
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/turn=16/);
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/y=share/);
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/r=\d+-\d+/);
  await expect(page.getByText(/^Findings of turns \d+ to \d+;/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Turn 16" })).toContainText("13 evictions");
  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByRole("region", { name: "Turn 16" })).toContainText("13 evictions");
  await expect(copy.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  await expect(copy.getByText(/Turns \d+ to \d+ of 20/)).toBeVisible();
  await other.close();
  await page.goBack();
  await expect(page).not.toHaveURL(/r=\d+-\d+/);
});

test("has a table with the numbers of the chart", async ({ page, request }) => {
  const id = await sessionId(request, "Eight-turn loop");
  await page.goto(`/sessions/${id}`);
  await page.keyboard.press("t");
  const rows = page.getByRole("region", { name: "Occupancy by turn" }).getByRole("row");
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(6)).toContainText("19,540");
  await expect(rows.nth(6)).toContainText("+4,420");
});

test("sees evictions that a larger arrival in the same turn hides: five of five", async ({
  page,
  request,
}) => {
  const result = (i: number) => ({
    id: `r${i}`,
    kind: "tool_result",
    toolName: "read",
    toolCallId: `c${i}`,
    content: `result ${i} `.repeat(80 * i),
  });
  const events = [0, 1, 2, 3, 4, 5].map((turn) => ({
    id: `t${turn}`,
    session: "masked-evictions",
    at: `2026-03-01T10:0${turn}:00Z`,
    type: "turn.recorded",
    turn,
    usage: { input: 1_000 + turn * 500 },
    window:
      turn === 0
        ? { entries: [{ id: "goal", kind: "user_goal", content: "go" }, result(1)] }
        : { remove: [`r${turn}`], append: [result(turn + 1)] },
  }));
  await sendEvents(request, events);
  await page.goto(`/sessions/${await sessionId(request, "masked-evictions")}`);
  await expect(page.getByText("5 evictions, 0 compactions.")).toBeVisible();
  const series = (await (await request.get("/api/v1/sessions/masked-evictions/turns")).json()) as {
    turns: { delta: number | null; markers: { evictions: number } }[];
  };
  expect(series.turns.slice(1).map((turn) => [Math.sign(turn.delta ?? 0), turn.markers.evictions])).toEqual(
    Array.from({ length: 5 }, () => [1, 1]),
  );
});

test("a session without turns, and one without usage or windows, say what is missing", async ({
  page,
  request,
}) => {
  await sendEvents(request, [
    { id: "1", session: "bare-session", at: "2026-03-01T10:00:00Z", type: "session.started", name: "Bare" },
  ]);
  await page.goto(`/sessions/${await sessionId(request, "bare-session")}`);
  await expect(page.getByText("No turns yet")).toBeVisible();
  await sendEvents(request, [
    { id: "2", session: "bare-session", at: "2026-03-01T10:01:00Z", type: "turn.recorded", turn: 0 },
  ]);
  await page.reload();
  await expect(page.getByText("1 turn; the source shows neither windows nor usage.")).toBeVisible();
});

test("two presses of Tab bring the keyboard to the story, past the head and the tabs", async ({
  page,
  request,
}) => {
  await page.goto(`/sessions/${await sessionId(request, "Publishing daemon")}`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const story = page.getByRole("region", { name: "What happened" });
  await expect(story.getByRole("link").first()).toBeFocused();
  await page.goto("/settings");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Audit log" })).toBeFocused();
});

test("is accessible, wide and narrow", async ({ page, request }) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}?turn=16`);
  await expect(page.getByRole("region", { name: "Turn 16" })).toContainText("evictions");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText("Peak 39,967 tokens")).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("a finger selects the turn that it taps, at the first tap", async ({ browser, request, baseURL }) => {
  const id = await sessionId(request, "Eight-turn loop");
  const context = await browser.newContext({ hasTouch: true, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto(`/sessions/${id}`);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  const chart = page.getByRole("img", { name: "Tokens in the window by source" });
  const box = await chart.boundingBox();
  if (box === null) throw new Error("there is no chart");
  await page.touchscreen.tap(box.x + box.width * 0.2, box.y + 150);
  await expect(page).toHaveURL(/turn=1\b/);
  await page.touchscreen.tap(box.x + box.width * 0.75, box.y + 150);
  await expect(page).toHaveURL(/turn=6\b/);
  await context.close();
});

test("turns and ranges that the session does not have are the nearest it has, and are said", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, "Eight-turn loop");
  await page.goto(`/sessions/${id}?turn=999&r=4-70`);
  await expect(page.getByText("This session has no turn 999. Its last one, turn 8, is shown.")).toBeVisible();
  await expect(
    page.getByText("Of the turns 4 to 70 that were asked for, this session has 4 to 8."),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Turn 8" })).toContainText("tokens");
  await page.goto(`/sessions/${id}/evictions?turn=999`);
  await expect(page.getByText("This session has no turn 999")).toBeVisible();
});

test("a turn that the session does not have is no other turn", async ({ page, request }) => {
  const id = await sessionId(request, "Eight-turn loop");
  for (const path of ["turns/999", "ledger?turn=999", "why?turn=999&q=x"]) {
    await page.goto(`/sessions/${id}/${path}`);
    await expect(page.getByText("There is no turn 999")).toBeVisible();
    await expect(page.getByText("This session has the turns 0 to 8.")).toBeVisible();
  }
  await page.goto(`/sessions/${id}/turns/999`);
  await page.getByRole("link", { name: "Open turn 8, the last one" }).click();
  await expect(page.getByRole("heading", { name: "Turn 8" })).toBeVisible();
});

test("the help lists from its beginning what works on the page", async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`/sessions/${await sessionId(request, "Eight-turn loop")}`);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard commands" });
  await expect(help).toBeVisible();
  expect(await help.evaluate((sheet) => sheet.scrollTop)).toBe(0);
  await expect(help.getByText("Next turn or row")).toBeVisible();
  await expect(help.getByText("Next lane")).toHaveCount(0);
});
