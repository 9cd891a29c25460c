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
  const steps = await begin(page, 4);
  await steps.press(steps.home.getByRole("link", { name: /^The plan left the window/ }));
  await steps.press(page.getByRole("button", { name: "Make an incident" }).first());
  await steps.press(page.getByRole("button", { name: "Make it and share it, masked…" }));
  const share = page.getByRole("dialog", { name: "Share a snapshot" });
  await expect(share.getByRole("radio", { name: /^Content, with secrets/ })).toBeChecked();
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
