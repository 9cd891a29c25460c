import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

const fixer = (request: APIRequestContext) => sessionId(request, "Test fixer");
const answer = (page: Page) => page.getByRole("region", { name: "Answer" });

test.describe("the ledger", () => {
  test("says what round 12 took in and left out, and why", async ({ page, request }) => {
    await page.goto(`/sessions/${await fixer(request)}/ledger?turn=12`);
    await expect(page.getByText("As the harness kept it: policy context-policy")).toBeVisible();
    const cut = page.getByRole("row", { name: /src\/serializer\.ts:44-78/ });
    await expect(cut).toContainText("excluded");
    await expect(cut).toContainText("budget: cut by the token budget; src/parser.ts ranked first");
    await expect(page.getByText("17 of 17 decisions")).toBeVisible();
    await page.goto(`/sessions/${await sessionId(request, "Eight-turn loop")}/ledger?turn=5`);
    await expect(page.getByRole("columnheader", { name: "What is known" })).toBeVisible();
    await expect(
      page
        .getByText(/^in the window since turn \d+$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });

  test("opens on what changed at the turn, and blocks with one reason are one row", async ({
    page,
    request,
  }) => {
    await page.goto(`/sessions/${await sessionId(request, "Publishing daemon")}/ledger?turn=16`);
    const changes = page.getByRole("region", { name: "What changed" });
    await expect(changes).toContainText(/^At turn 16, .* went out/);
    await expect(changes.getByRole("heading", { name: "Excluded" })).toBeVisible();
    const group = changes.locator("details").first();
    await expect(group.getByRole("listitem").first()).toBeVisible();
    expect(await group.getByRole("listitem").count()).toBeGreaterThan(1);
    await group.locator("summary").click();
    await expect(group.getByRole("listitem").first()).toBeHidden();
    const table = page.getByRole("table").filter({ hasText: "Source" });
    const fold = table.getByRole("button", { name: /^13 blocks excluded: truncated from the old end/ });
    await expect(fold).toHaveAttribute("aria-expanded", "false");
    await expect(table.getByRole("row", { name: /^goal/ })).toHaveCount(0);
    await page.getByLabel("Search the ledger").press("Enter");
    await expect(fold).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(table.getByRole("link", { name: /^goal/ })).toBeVisible();
    await page.keyboard.press("j");
    await expect(table.getByRole("link", { name: /^goal/ })).toBeFocused();
    await expectAccessible(page);
    await fold.click();
    await expect(table.getByRole("link", { name: /^goal/ })).toHaveCount(0);
    await page.getByRole("combobox", { name: "Filter by decision" }).selectOption("excluded");
    await expect(table.getByRole("link", { name: /^goal/ })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });

  test("filters, groups, sorts and compares in the URL; the link opens the same in a new browser", async ({
    page,
    request,
    browser,
  }) => {
    await page.goto(`/sessions/${await fixer(request)}/ledger?turn=12`);
    await page.getByRole("combobox", { name: "Filter by decision" }).selectOption("excluded");
    await expect(page).toHaveURL(/decision=excluded/);
    await expect(page.getByText("3 of 17 decisions")).toBeVisible();
    await page.getByRole("combobox", { name: "Group by" }).selectOption("kind");
    await page.getByRole("columnheader", { name: "Tokens" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=tokens/);
    await expect(page.getByRole("columnheader", { name: "Tokens" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    const other = await browser.newContext();
    const copy = await other.newPage();
    await copy.goto(page.url());
    await expect(copy.getByText("3 of 17 decisions")).toBeVisible();
    await expect(copy.getByRole("rowheader", { name: "retrieval (2)" })).toBeVisible();
    await other.close();
    await page.keyboard.press("Escape");
    await expect(page.getByText("17 of 17 decisions")).toBeVisible();
    await page.getByRole("button", { name: "Compare with another turn" }).click();
    await expect(page).toHaveURL(/against=11/);
    await expect(page.getByText("7 of 7 differences")).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/against/);
  });

  test("is walked and searched with the keyboard, down to the question about a row", async ({
    page,
    request,
  }) => {
    await page.goto(`/sessions/${await fixer(request)}/ledger?turn=12`);
    await expect(page.getByText("17 of 17 decisions")).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("serializer.ts:44");
    await expect(page.getByText("1 of 17 decisions")).toBeVisible();
    await page.keyboard.press("Enter");
    const row = page.getByRole("row", { name: /src\/serializer\.ts:44-78/ });
    await expect(row.getByRole("link", { name: /^src\/serializer/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(answer(page)).toContainText("Recalled, but cut by the token budget");
  });

  test("is copied as Markdown, CSV and JSON, in which nothing runs", async ({ page, request, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await sendEvents(request, [
      {
        id: "1",
        session: "formula-ledger",
        at: "2026-03-01T10:00:00Z",
        type: "turn.recorded",
        turn: 0,
        window: { entries: [{ id: "=1+1", kind: "user_message", content: "hello" }] },
      },
    ]);
    await page.goto("/sessions/formula-ledger/ledger");
    for (const [action, text] of [
      ["Copy as CSV", "'=1+1"],
      ["Copy as Markdown", "| 0 |"],
      ["Copy as JSON", '"source": "=1+1"'],
    ] as const) {
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByRole("menuitem", { name: action }).click();
      await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(text);
    }
  });

  test("of three thousand blocks opens and scrolls without drawing them all", async ({ page, request }) => {
    const entries = Array.from({ length: 3_000 }, (_, i) => ({
      id: `block-${i}`,
      kind: "tool_result",
      content: `result ${i}`,
    }));
    await sendEvents(request, [
      {
        id: "1",
        session: "long-ledger",
        at: "2026-03-01T10:00:00Z",
        type: "turn.recorded",
        turn: 0,
        window: { entries },
      },
    ]);
    await page.goto("/sessions/long-ledger/ledger");
    await expect(page.getByText("3,000 of 3,000 decisions")).toBeVisible();
    await expect(page.getByRole("link", { name: /^block-0 / })).toBeVisible();
    expect(await page.getByRole("row").count()).toBeLessThan(120);
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const last = await page
        .getByRole("link", { name: /^block-\d+ / })
        .last()
        .textContent();
      expect(Number(/^block-(\d+) /.exec(last ?? "")?.[1])).toBeGreaterThan(900);
    }).toPass();
    expect(await page.getByRole("row").count()).toBeLessThan(120);
  });
});

test.describe("a question", () => {
  test("is a link: why did the model not find serializer.ts in round 12?", async ({
    page,
    request,
    browser,
  }) => {
    await page.goto(`/sessions/${await fixer(request)}/why?turn=12&q=serializer.ts`);
    await expect(answer(page)).toContainText(
      "It was in the search results (turn 11). It was cut by the token budget at turn 12",
    );
    await expect(answer(page)).toContainText("the budget cut it");
    await page.keyboard.press("k");
    await expect(page).toHaveURL(/turn=11/);
    await page.keyboard.press("/");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("no such thing anywhere");
    await page.keyboard.press("Enter");
    await expect(answer(page)).toContainText("Never in the session");
    const other = await browser.newContext();
    const copy = await other.newPage();
    await copy.goto(page.url());
    await expect(answer(copy)).toContainText("retrieval did not recall it");
    await other.close();
    await page.goBack();
    await expect(page).toHaveURL(/turn=11&q=serializer/);
  });

  test("is asked from a window row, from a block, and from selected text", async ({ page, request }) => {
    const id = await sessionId(request, "Refund agent");
    await page.goto(`/sessions/${id}/turns/4`);
    await page
      .getByRole("link", { name: /^Why: / })
      .first()
      .click();
    await expect(answer(page)).toContainText("In the window");
    await page.goto(`/sessions/${id}/blocks/${encodeURIComponent("result:order")}`);
    await page.getByRole("link", { name: "Why did the model not use it?" }).click();
    await expect(answer(page)).toContainText("Evicted");
    await expect(answer(page)).toContainText("Nothing was left in its place");
    await page.goto(`/sessions/${id}/blocks/${encodeURIComponent("result:order")}?turn=4`);
    await selectText(page, "LMP-114");
    await page
      .getByRole("group", { name: "Questions about the selected text" })
      .getByRole("link", { name: "why?" })
      .click();
    await expect(page).toHaveURL(/why\?turn=4&q=LMP-114/);
    await page.goBack();
    await selectText(page, "LMP-114");
    await page.keyboard.press("Shift+F");
    await expect(page).toHaveURL(/facts\?q=LMP-114/);
  });

  test("about hostile text runs nothing", async ({ page, request }) => {
    await sendEvents(request, [
      {
        id: "1",
        session: "hostile-why",
        at: "2026-03-01T10:00:00Z",
        type: "turn.recorded",
        turn: 0,
        window: {
          entries: [
            {
              id: "evil",
              kind: "tool_result",
              content: "marker_77 <script>window.harmed = true</script>\u202e",
            },
          ],
        },
      },
    ]);
    for (const path of ["why?q=marker_77", "facts?q=marker_77", "ledger"]) {
      await page.goto(`/sessions/hostile-why/${path}`);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => "harmed" in window)).toBe(false);
    }
    await page.goto("/sessions/hostile-why/why?q=marker_77");
    await expect(answer(page)).toContainText("<script>window.harmed = true</script>⟦RLO⟧");
  });
});

test("a fact is followed from its entry to its end", async ({ page, request, browser }) => {
  const id = await sessionId(request, "Refund agent");
  await page.goto(`/sessions/${id}/facts`);
  const gone = page.getByRole("region", { name: "Used after it had left" });
  await expect(gone.getByRole("link", { name: /get_order all of it, needed by 1 step/ })).toHaveAttribute(
    "href",
    /blocks\/result%3Aorder$/,
  );
  await page.keyboard.press("/");
  await page.keyboard.type("LMP-114");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=LMP-114/);
  await expect(page.getByText(/It entered at turn 1, and was gone 1 time/)).toBeVisible();
  const events = page.getByRole("listitem").filter({ hasText: "keep-last-tool-results" });
  await expect(events.first()).toContainText("turn 4");
  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByText(/It entered at turn 1, and was gone 1 time/)).toBeVisible();
  await other.close();
});

test("sessions with little in them say why a view is empty", async ({ page, request }) => {
  const at = "2026-03-01T10:00:00Z";
  await sendEvents(request, [
    { id: "0", session: "no-turns", at, type: "session.started", name: "no turns" },
    { id: "0", session: "totals-only", at, type: "turn.recorded", turn: 0, usage: { input: 900 } },
    {
      id: "0",
      session: "one-turn",
      at,
      type: "turn.recorded",
      turn: 0,
      window: { entries: [{ id: "u", kind: "user_message", content: "hello world" }] },
    },
    {
      id: "1",
      session: "all-evicted",
      at,
      type: "turn.recorded",
      turn: 0,
      window: { entries: [{ id: "u", kind: "user_message", content: "hello world" }] },
    },
    { id: "2", session: "all-evicted", at, type: "turn.recorded", turn: 1, window: { entries: [] } },
  ]);
  for (const view of ["ledger", "why", "facts"]) {
    await page.goto(`/sessions/no-turns/${view}`);
    await expect(page.getByText("No turns yet")).toBeVisible();
  }
  await page.goto("/sessions/totals-only/ledger");
  await expect(page.getByText("Nothing is known of this window")).toBeVisible();
  await page.goto("/sessions/one-turn/ledger");
  await expect(page.getByText("1 of 1 decisions")).toBeVisible();
  await expect(page.getByRole("button", { name: "Compare with another turn" })).toBeDisabled();
  await page.goto("/sessions/one-turn/why?q=hello+world");
  await expect(answer(page)).toContainText("not in the recording");
  await page.goto("/sessions/all-evicted/why?q=hello+world");
  await expect(answer(page)).toContainText("Evicted");
  await page.goto("/sessions/all-evicted/facts?q=nothing+of+the+kind");
  await expect(page.getByText("It is nowhere in this session")).toBeVisible();
  await page.goto("/sessions/all-evicted/ledger?turn=99");
  await expect(page.getByText("There is no turn 99")).toBeVisible();
  expect((await page.goto("/sessions/all-evicted/why?block=none"))?.status()).toBe(404);
});

test("ledger, why and facts are accessible, wide and narrow", async ({ page, request }) => {
  const id = await fixer(request);
  for (const path of [
    "ledger?turn=12&by=kind",
    "ledger?turn=12&against=11",
    "why?turn=12&q=serializer.ts",
    "why",
    "facts?q=serializer.ts",
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/sessions/${id}/${path}`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeAttached();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});

async function selectText(page: Page, text: string): Promise<void> {
  await page.getByRole("region", { name: "Text of the block" }).waitFor();
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(
      document.querySelector(".trace-text") ?? document,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1;
      if (start < 0) continue;
      document.getSelection()?.setBaseAndExtent(node, start, node, start + wanted.length);
      return;
    }
    throw new Error(`${wanted} is not on the page`);
  }, text);
}
