import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

test("shows the window as the model saw it, and what left since the turn before", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, "Refund agent");
  await page.goto(`/sessions/${id}/turns/4`);
  const rows = page.getByRole("region", { name: "The window" }).getByRole("listitem");
  await expect(rows.first()).toContainText("system rules");
  await expect(rows.last()).toContainText("any news of my order");
  await expect(
    page
      .getByText("removed · keep-last-tool-results · keep 3 · older than the three newest tool results")
      .first(),
  ).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/turns\/5$/);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/turns\/4$/);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/turns\/3$/);
  await expect(page.getByText("Nothing left or shrank")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the window" }).fill("system");
  await expect(page).toHaveURL(/q=system/);
  await page.getByRole("button", { name: "By source" }).click();
  await expect(rows.filter({ hasText: "Tool results" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Next turn: turn 4" }).click();
  await expect(page).toHaveURL(/turns\/4\?by=source&q=system/);
  await page.getByRole("button", { name: "Beside turn 3" }).click();
  await expect(page.getByRole("group", { name: "Turns 3 and 4 side by side" })).toContainText("left");
});

test("leads to a block with its text and its life in the window", async ({ page, request }) => {
  const id = await sessionId(request, "OpenClaw: pruned");
  await page.goto(`/sessions/${id}/turns/8`);
  const row = page.getByRole("link", { name: /read since turn 2/ }).first();
  await row.focus();
  await page.keyboard.press("Space");
  const preview = page.getByRole("dialog");
  await expect(preview.getByRole("region", { name: "Text of the block" })).toContainText("// src/limits.ts");
  await page.keyboard.press("Space");
  await expect(preview).toBeHidden();
  await row.click();
  await expect(page.getByText("In the window since turn 2 (it left and came back 1 time)")).toBeVisible();
  await expect(page.getByText("What stood there: reference only from turn 8")).toBeVisible();
  await expect(page.getByRole("region", { name: "Text of the block" })).toContainText("// src/limits.ts");
});

test("text of a trace is inert, whatever it holds", async ({ page, request, baseURL }) => {
  const hostile =
    '<script>window.harmed = true</script><img src=x onerror="window.harmed = true">\n![pixel](http://127.0.0.1:9/p.png)\n\u001b[31mred\u001b[0m abc\u202etxt.exe';
  await sendEvents(request, [
    {
      id: "1",
      session: "hostile-text",
      at: "2026-03-01T10:00:00Z",
      type: "turn.recorded",
      turn: 0,
      window: {
        entries: [{ id: "evil", kind: "tool_result", toolName: "<b>fetch</b>", content: hostile.repeat(3) }],
      },
    },
  ]);
  const requests: string[] = [];
  page.on("request", (r) => requests.push(r.url()));
  for (const path of ["", "/read", "/turns/0", "/blocks/evil"]) {
    await page.goto(`/sessions/hostile-text${path}`);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => "harmed" in window)).toBe(false);
  }
  await expect(page.getByRole("region", { name: "Text of the block" })).toContainText(
    "<script>window.harmed = true</script>",
  );
  await expect(page.getByRole("region", { name: "Text of the block" })).toContainText(
    "␛[31mred␛[0m abc⟦RLO⟧txt.exe",
  );
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([]);
});

test("five megabytes on one line and a hundred thousand lines do not freeze the page", async ({
  page,
  request,
}) => {
  await sendEvents(request, [
    {
      id: "1",
      session: "large-text",
      at: "2026-03-01T10:00:00Z",
      type: "turn.recorded",
      turn: 0,
      window: {
        entries: [
          { id: "line", kind: "tool_result", content: "x".repeat(5_000_000) },
          { id: "lines", kind: "tool_result", content: "line\n".repeat(100_000) },
        ],
      },
    },
  ]);
  for (const block of ["line", "lines"]) {
    await page.goto(`/sessions/large-text/blocks/${block}`);
    await expect(page.getByRole("button", { name: "Show more" })).toBeVisible();
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(page.getByText(/of (5,000,000|500,000) characters are shown/)).toBeVisible();
  }
});

test("what is not there is said to be not there", async ({ page }) => {
  for (const [path, kind] of [
    ["/sessions/nothing", "No such session"],
    ["/sessions/demo-refund-7741/blocks/none", "No such block"],
    ["/sessions/demo-refund-7741/turns/x", "No such turn"],
    ["/sessions/demo-refund-7741/incidents/none", "No such incident"],
    ["/compare?a=demo-refund-7741&b=nothing", "No such session"],
    ["/nowhere", "No such page"],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText(kind, { exact: true })).toBeVisible();
    const within = page.getByRole("main").getByRole("link", { name: /of this session$/ });
    await expect(within).toHaveCount(path.includes("demo-refund") && path.includes("/sessions/") ? 1 : 0);
    if (/\/sessions\/nothing|turns|incidents/.test(path))
      await expect(page).toHaveTitle(new RegExp(`^${kind}`));
  }
});

test("turn and block are accessible, wide and narrow", async ({ page, request }) => {
  const id = await sessionId(request, "OpenClaw: pruned");
  for (const path of [
    `/sessions/${id}/turns/8`,
    `/sessions/${id}/blocks/${encodeURIComponent("result:read-limits")}`,
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  }
});
