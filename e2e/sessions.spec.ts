import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, openExamples, sendEvents, test, WITH_EXAMPLES } from "./fixtures";

test("the list shows the demo, and filters and sorts in the URL", async ({ page }) => {
  await page.goto(WITH_EXAMPLES);
  await expect(
    page.getByRole("link", { name: "Refund agent: the branch without its evidence" }),
  ).toBeVisible();
  await page.getByRole("searchbox", { name: "Search sessions" }).fill("daemon");
  await expect(page).toHaveURL(/q=daemon/);
  await expect(page.getByText("1 session matches")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search sessions" })).toHaveValue("daemon");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("row", { name: /Eight-turn loop/ })).toBeVisible();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("wrong");
  await expect(page).toHaveURL(/outcome=wrong/);
  await page.getByRole("button", { name: "Fewer filters" }).click();
  await expect(page.getByRole("combobox", { name: "Outcome" })).toHaveValue("wrong");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("row", { name: /Eight-turn loop/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search contents" }).fill('"LMP-114"');
  await expect(page).toHaveURL(/text=/);
  const found = page.getByRole("row", { name: /Refund agent/ });
  await expect(found.locator("mark").first()).toContainText(/LMP/i);
  await expect(found).toContainText(/in the window from turn \d+ until/);
  await expect(page.getByRole("row", { name: /Eight-turn loop/ })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("row", { name: /Eight-turn loop/ })).toBeVisible();
  await page.getByRole("columnheader", { name: "Turns" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=turns/);
  await expect(page.getByRole("columnheader", { name: "Turns" })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("combobox", { name: "Sorted by" })).toHaveValue("turns");
  await page.getByRole("columnheader", { name: "Cost" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=cost/);
  await expect(page.getByRole("columnheader", { name: "Cost" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("combobox", { name: "Sorted by" }).selectOption({ label: "most serious findings" });
  await expect(page).toHaveURL(/sort=serious/);
  // What runs stands on top of every order.
  const atRest = page.getByRole("row").filter({ hasNotText: "running" });
  await expect(atRest.nth(1)).toContainText("Publishing daemon");
});

test("the first page says what the product is, what needs a look, and whether it gets worse", async ({
  page,
}) => {
  await page.goto("/");
  const intro = page.getByText("Sightglass shows what the context window of an agent held at every turn");
  await expect(intro).toBeVisible();
  await page.getByRole("button", { name: "Got it" }).click();
  await expect(intro).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Needs a look" })).toBeVisible();
  await expect(intro).toBeHidden();

  const trends = page.getByRole("region", { name: "Better or worse" });
  await trends.getByRole("link", { name: /Cost/ }).click();
  await expect(page).toHaveURL(/trend=cost/);
  const panel = page.getByRole("figure").filter({ hasText: "Cost a session, by week" });
  await expect(panel.locator("svg.recharts-surface").first()).toBeVisible();
  await panel.getByRole("link", { name: "agent", exact: true }).click();
  await expect(page).toHaveURL(/split=agent/);
  await expect(panel.getByRole("list", { name: "Lines" })).toContainText("all sessions");
  await panel.getByText("The same as a table").click();
  await expect(panel.getByRole("table")).toContainText("sessions");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const look = page.getByRole("region", { name: "Needs a look" });
  await openExamples(page);
  await look.getByRole("listitem").filter({ hasText: "Publishing daemon" }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: /Publishing daemon/ })).toBeVisible();
  await expect(page).toHaveURL(/turn=\d+/);
});

test("a view of the list is saved for the project, opens by its link, and is removed", async ({
  page,
  request,
}) => {
  await page.goto("/?sort=turns&outcome=wrong");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Wrong, longest first");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const views = page.getByRole("combobox", { name: "Saved views" });
  await expect(views.locator("option:checked")).toHaveText("Wrong, longest first");
  const { views: saved } = (await (await request.get("/api/v1/views")).json()) as {
    views: { id: string; name: string }[];
  };
  await page.goto(`/?view=${saved.find(({ name }) => name === "Wrong, longest first")?.id}`);
  await expect(page).toHaveURL(/sort=turns&outcome=wrong/);
  await page.getByRole("button", { name: "Remove view" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove view" })).toBeHidden();
});

test("the tour leads through the demo in five steps, is left, and is found again", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Take the tour" }).click();
  const tour = page.getByRole("complementary", { name: "Tour" });
  for (let step = 1; step <= 5; step++) {
    await expect(tour).toContainText(`step ${step} of 5`);
    if (step === 2) {
      await page.getByRole("term").getByRole("link", { name: "Evictions", exact: true }).hover();
      await expect(page.getByText("The times that a block left the window")).toBeVisible();
      await page.keyboard.press("Escape");
    }
    if (step < 5) await tour.getByRole("link", { name: "Next" }).click();
  }
  await tour.getByRole("link", { name: "Done" }).click();
  await expect(tour).toBeHidden();
  await page.getByRole("button", { name: "Keyboard commands" }).click();
  await page.getByRole("link", { name: "Tour" }).click();
  await expect(tour).toContainText("step 1 of 5");
  await tour.getByRole("link", { name: "Leave the tour" }).click();
  await expect(tour).toBeHidden();
});

test("filters that leave nothing say so and offer a way back", async ({ page }) => {
  await page.goto("/?q=no-such-session");
  await expect(page.getByText("No session matches", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(page.getByText("No session matches", { exact: true })).toBeHidden();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test("the keyboard walks the list and opens a session", async ({ page }) => {
  await page.goto(`${WITH_EXAMPLES}&q=Eight-turn`);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: /Eight-turn loop/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /Eight-turn loop/ })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard commands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

const requestLog = (session: string) =>
  [1, 3, 5]
    .map((count) =>
      JSON.stringify({
        model: "gpt-4.1",
        metadata: { session_id: session, request_index: count },
        messages: Array.from({ length: count }, (_, i) => ({
          role: i % 2 === 0 ? "user" : "assistant",
          content: `message ${i} of ${session}`,
        })),
      }),
    )
    .join("\n");

test("a picked file is imported and opens", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Files to import").setInputFiles({
    name: "log.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(requestLog("picked-session")),
  });
  await expect(page.getByRole("status", { name: "Import" })).toContainText("1 session (openai_request_log)");
  await page.getByRole("status", { name: "Import" }).getByRole("link", { name: "picked-session" }).click();
  await expect(page.getByRole("heading", { name: "picked-session" })).toBeVisible();
});

test("sessions are selected, tagged, deleted, brought back and compared, by mouse and keyboard", async ({
  page,
}) => {
  await page.goto("/?q=picked-session");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 session selected")).toBeVisible();
  await page.getByRole("button", { name: "Rename, tag" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Picked by hand");
  await page.getByRole("textbox", { name: "Tags" }).fill("nightly, slow");
  await page.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row", { name: /Picked by hand/ });
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Tags" }).click();
  await page.keyboard.press("Escape");
  await expect(row).toContainText("nightly");
  await page
    .getByRole("group", { name: "Selected sessions" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  await page.goto("/?tag=nightly");
  await expect(row).toBeVisible();
  await row.getByRole("cell").nth(3).click();
  await expect(page.getByRole("heading", { name: "Picked by hand" })).toBeVisible();
  await expect(page).toHaveTitle("Overview · Picked by hand · Sightglass");

  await page.goto(`${WITH_EXAMPLES}&q=agent`);
  for (const name of [/Refund agent/, /Eight-turn loop/])
    await page.getByRole("row", { name }).getByRole("checkbox").check();
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("region", { name: "What differs" })).toContainText(
    /They differ from|are the same/,
  );
  await expect(page.getByRole("region", { name: "Answer of A" })).toBeVisible();
  await page.getByRole("button", { name: "By tool call" }).click();
  await expect(page).toHaveURL(/by=call/);
  await expect(page.getByRole("img", { name: /windows of both/ })).toBeVisible();
  await page.getByRole("button", { name: "By turn" }).click();
  await expect(page.getByRole("region", { name: "Windows at this step" })).toContainText("Only in A");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test("two sessions are compared with two presses", async ({ page }) => {
  await page.goto(WITH_EXAMPLES);
  await page.getByRole("checkbox", { name: /^Select Refund agent/ }).check();
  const other = page.getByRole("row", { name: /Queue migration/ });
  await other.hover();
  await other.getByRole("link", { name: "Compare with the selected" }).click();
  await expect(page).toHaveURL(/\/compare\?a=.+&b=.+/);
  for (const name of ["Refund agent", "Queue migration"])
    await expect(page.getByRole("main")).toContainText(name);
});

test("a dropped file is imported, and the same file again adds nothing", async ({ page }) => {
  await page.goto("/");
  for (const expected of ["new events", "all of it known already"]) {
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.jsonl"));
      return data;
    }, requestLog("dropped-session"));
    await page.dispatchEvent("main > div", "drop", { dataTransfer: transfer });
    await expect(page.getByRole("status", { name: "Import" })).toContainText(expected);
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
});

test("a file that is no session is refused with the reason", async ({ page }) => {
  await page.goto("/");
  for (const [name, content, reason] of [
    ["empty.jsonl", "", "the file is empty"],
    ["picture.png", "\u0089PNG\u0000\u0001", "the file is binary"],
    ["notes.jsonl", "dear diary", "its format is not known; it is text"],
  ] as const) {
    await page
      .getByLabel("Files to import")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content, "latin1") });
    await expect(page.getByRole("status", { name: "Import" })).toContainText(`${name} was not imported`);
    await expect(page.getByRole("status", { name: "Import" })).toContainText(reason);
  }
});

test("the list is accessible, wide and narrow", async ({ page }) => {
  await page.goto(WITH_EXAMPLES);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("link", { name: /Refund agent/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const name of [/Refund agent/, /Queue migration/]) {
    const row = page.getByRole("row", { name });
    await row.getByRole("checkbox").check();
    // A press beside the box is the box's too.
    await row.locator("label").click({ position: { x: 2, y: 2 }, clickCount: 2 });
    await expect(row.getByRole("checkbox")).toBeChecked();
  }
  await expect(page.getByRole("link", { name: "Compare", exact: true })).toBeInViewport();
});

test("the search takes what is typed key by key, and finds it", async ({ page }) => {
  await page.goto(WITH_EXAMPLES);
  await page.keyboard.press("/");
  await page.keyboard.type("publishing", { delay: 60 });
  const search = page.getByRole("searchbox", { name: "Search sessions" });
  await expect(search).toHaveValue("publishing");
  await expect(search).toBeFocused();
  await expect(page.getByRole("row")).toHaveCount(2);
  for (let i = 0; i < "publishing".length; i++) await page.keyboard.press("Backspace", { delay: 40 });
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  await expect(page.getByRole("row", { name: /Eight-turn loop/ })).toBeVisible();
});

test("the demo stands behind its own link once there are other sessions, and counts in no filter", async ({
  page,
  request,
}) => {
  await sendEvents(request, [
    { id: "1", session: "own-one", at: "2026-03-01T10:00:00Z", type: "turn.recorded", turn: 0 },
  ]);
  const demo = page.getByRole("row", { name: /Refund agent/ });
  await page.goto("/?sort=name");
  await expect(page.getByRole("row", { name: /own-one/ })).toBeVisible();
  await expect(demo).toBeHidden();
  await page.getByRole("link", { name: /^Examples \(\d+\): list them too$/ }).click();
  await expect(demo).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Agent" })).toContainText("OpenClaw 2026.1");
  await page.getByRole("link", { name: /^Leave the \d+ examples out$/ }).click();
  await expect(demo).toBeHidden();
  await expect(page.locator("option", { hasText: "OpenClaw 2026.1" })).toHaveCount(0);
});

/** Bytes of script that the list may send before somebody does anything: a little more than it does. */
const LIST_SCRIPT_BYTES = 153_000;

test("the list sends few scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await page.goto("/", { waitUntil: "load" });
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  );
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(LIST_SCRIPT_BYTES);
  await context.close();
});
