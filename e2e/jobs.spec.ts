import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, openExamples, sessionId, test, WITH_EXAMPLES } from "./fixtures";
import { LiveAgent } from "./live-agent";

/** What people come for, from the first page, in at most so many presses of a button or key; typing a text is one. */
class Steps {
  private taken = 0;

  constructor(
    private readonly page: Page,
    private readonly most: number,
  ) {}

  async press(button: Locator): Promise<void> {
    this.taken++;
    await button.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.taken++;
    await field.fill(text);
    await field.press("Enter");
  }

  async openSession(name: RegExp): Promise<void> {
    await this.press(this.page.getByRole("row", { name }).getByRole("link").first());
  }

  /** The answer is read without scrolling. */
  async answered(answer: Locator): Promise<void> {
    await expect(answer).toBeInViewport({ timeout: 60_000 });
    expect(this.taken, "steps taken").toBeLessThanOrEqual(this.most);
  }

  get home() {
    return this.page.getByRole("region", { name: "Needs a look" });
  }
}

async function begin(page: Page, most: number): Promise<Steps> {
  await page.goto(WITH_EXAMPLES);
  await openExamples(page);
  return new Steps(page, most);
}

test("what overflowed, and with what", async ({ page }) => {
  const steps = await begin(page, 1);
  await steps.press(steps.home.getByRole("link", { name: /^The plan left the window/ }));
  await steps.answered(page.getByText(/^Peak 39,967 tokens at turn 15, 100% of 40k/));
  await steps.answered(page.getByRole("region", { name: "Turn 16", exact: true }).getByText(/^9\d%$/));
});

test("what left and was needed", async ({ page }) => {
  const steps = await begin(page, 2);
  await steps.press(steps.home.getByRole("link", { name: /^A step ran on evidence/ }));
  await steps.answered(
    page.getByText(/used the tool result of get_order \("7741"\), which had left the window/).first(),
  );
});

test("why a block was not there", async ({ page }) => {
  const steps = await begin(page, 2);
  await steps.press(steps.home.getByRole("link", { name: /^A step ran on evidence/ }));
  await steps.press(page.getByRole("link", { name: "why", exact: true }).first());
  await steps.answered(
    page
      .getByRole("region", { name: "Answer" })
      .getByText(/turn 4/)
      .first(),
  );
});

test("which policy would have kept it, and for what price", async ({ page }) => {
  const steps = await begin(page, 2);
  await steps.press(steps.home.getByRole("link", { name: /^A step ran on evidence/ }));
  await steps.press(page.getByRole("button", { name: "what would have kept it" }).first());
  const verdict = page.getByRole("note", { name: "Recommendation" });
  await steps.answered(verdict.getByText(/^Follow .*[$][0-9.]+ cheaper, 1 fewer use without evidence/));
});

test("an incident, and a masked link to it", async ({ page }) => {
  const steps = await begin(page, 3);
  await steps.press(steps.home.getByRole("link", { name: /^The plan left the window/ }));
  await steps.press(page.getByRole("button", { name: "Share it…" }).first());
  const share = page.getByRole("dialog", { name: "Share a snapshot" });
  await expect(share.getByRole("radio", { name: /^Content, with secrets/ })).toBeChecked();
  await expect(share.getByRole("region", { name: "The page as the visitor will see it" })).toBeVisible();
  await steps.press(share.getByRole("button", { name: "Make the link" }));
  await steps.answered(share.getByText(/\/s\//).first());
  const address = await share.getByText(/\/s\//).first().textContent();
  await page.reload();
  await expect(page).toHaveURL(/\/incidents\//);
  await expect(share).toHaveCount(0);
  expect((await page.request.get(address?.trim() ?? "")).status()).toBe(200);
});

test("two runs side by side", async ({ page }) => {
  const steps = await begin(page, 3);
  for (const name of [/Queue migration/, /Refund agent/])
    await steps.press(page.getByRole("row", { name }).getByRole("checkbox"));
  await steps.press(page.getByRole("link", { name: "Compare", exact: true }));
  await steps.answered(page.getByText(/^(They differ|The first) /));
});

test("a session while it runs", async ({ page, request }) => {
  const agent = new LiveAgent(request, `job-watch-${Date.now()}`);
  await agent.start("Watched at work");
  for (let i = 0; i < 4; i++) await agent.call("order 17: 3 lines\n".repeat(20));
  const steps = await begin(page, 2);
  await steps.press(page.getByRole("link", { name: /Watched at work/ }).first());
  await steps.press(page.getByRole("button", { name: /^Follow/ }));
  await agent.call("order 18: 4 lines\n".repeat(20));
  await steps.answered(page.getByRole("region", { name: "Turn 4", exact: true }));
  await agent.end();
  await request.delete(`/api/v1/sessions/${await sessionId(request, "Watched at work")}`);
});

test("where a file was", async ({ page }) => {
  const steps = await begin(page, 1);
  await steps.type(page.getByRole("searchbox", { name: "Search contents" }), "src/serializer.ts");
  await steps.answered(page.getByRole("main").locator("mark").filter({ hasText: "serializer" }).first());
});

test("whether it got worse this week", async ({ page }) => {
  const steps = await begin(page, 1);
  await steps.answered(
    page
      .getByRole("region", { name: "Better or worse" })
      .getByText(/compared with \d|nothing earlier to compare with/)
      .first(),
  );
});

test("it was compacted just now: what was lost", async ({ page }) => {
  const steps = await begin(page, 2);
  await steps.openSession(/Queue migration/);
  const story = page.getByRole("region", { name: "What happened" });
  await expect(story).toContainText(/20 blocks became 2 summaries; 6 calls fetched again what had left/);
  await steps.press(story.getByRole("link", { name: /^Compacted twice/ }));
  const card = page.getByTestId("cut-card").first();
  const wanted = card.getByRole("region", { name: "Wanted again", exact: true });
  await steps.answered(wanted.getByText("fetched again").first());
  await expect(card.getByRole("region", { name: "What it kept", exact: true })).toContainText(/lost/);
});

test("which tool wastes the money", async ({ page }) => {
  const steps = await begin(page, 2);
  await steps.openSession(/Queue migration/);
  const tools = page.getByRole("region", { name: "Tools by cost" });
  await steps.answered(tools.getByText(/[$][0-9.]+/).first());
  const dearest = (await tools.getByRole("listitem").first().textContent()) ?? "";
  await steps.press(tools.getByRole("link", { name: "Tools by cost" }));
  const table = page.getByRole("region", { name: "By tool", exact: true });
  const first = table.locator("tbody tr").first();
  await steps.answered(first);
  const [name, , , , cost] = await first.getByRole("cell").allTextContents();
  expect(dearest.replaceAll(/\s/g, "")).toBe(`${name}${cost}`);
});

test("what to change in the configuration", async ({ page }) => {
  const steps = await begin(page, 2);
  await steps.openSession(/Release notes/);
  const remedy = page.getByRole("region", { name: "Do this" });
  const named = (await remedy.locator("p").first().textContent()) ?? "";
  expect(named).not.toBe("");
  await steps.press(remedy.getByRole("link", { name: "the lines to change" }));
  const what = page.getByRole("region", { name: "What to do" });
  await steps.answered(what.getByRole("heading", { name: named }));
  await steps.answered(what.locator("pre").first());
  await expect(what.locator("pre").first()).not.toBeEmpty();
  await expect(what.getByRole("button", { name: "Copy the lines" }).first()).toBeVisible();
});

test("one picture for somebody who has a minute", async ({ page }) => {
  const steps = await begin(page, 3);
  await steps.openSession(/Queue migration/);
  await steps.press(page.getByRole("button", { name: "Copy or save this figure" }).first());
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    steps.press(page.getByRole("menuitem", { name: "Save as SVG" })),
  ]);
  const picture = (await readFile(await download.path())).toString("utf8");
  // It says by itself which session it is, what happened and where the peak stood.
  expect(picture).toContain("Queue migration");
  expect(picture).toContain("Compacted twice (turns 4, 8)");
  expect(picture).toMatch(/Peak [0-9,]+ tokens at turn/);
});

test("the session that forgot what it was to do, and what that was", async ({ page }) => {
  const steps = await begin(page, 1);
  await steps.press(steps.home.getByRole("link", { name: /^The plan left the window/ }));
  await steps.answered(
    page
      .getByRole("region", { name: "Lost and missed" })
      .getByText(
        /The plan "Job 4412" was not in the window from turn 16 to 19, with 4 of 6 steps still open/,
      ),
  );
});
