import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sessionId, test, WITH_EXAMPLES } from "./fixtures";

const REFUND = "Refund agent";
const DANGLING = /✕ 1/;
const NONE = /✓ none/;

/** A session that was replayed before opens on its results. */
async function openSetup(page: Page, id: string): Promise<void> {
  await page.goto(`/sessions/${id}/replay`);
  const setup = page.getByRole("region", { name: "Setup" });
  if (!(await setup.isVisible())) await page.getByText("to replay this session under").click();
  await expect(setup).toBeVisible();
}

async function replayRefund(page: Page, id: string): Promise<void> {
  await openSetup(page, id);
  await page.getByLabel("Start from").selectOption({ label: "Three vendors, plain and pinned" });
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page).toHaveURL(/run=rep_/);
  await expect(page.getByRole("row", { name: /Front truncation, with pinning/ })).toBeVisible();
}

test("shows in one look under which policies the refund's branch keeps the order", async ({
  page,
  request,
}) => {
  await replayRefund(page, await sessionId(request, REFUND));
  const results = page.getByRole("region", { name: "Results by policy" });
  for (const owner of [
    "OpenClaw pruning, generation 1",
    "Anthropic tool result clearing (modelled)",
    "Front truncation",
  ]) {
    await expect(
      results.getByRole("row").filter({ has: page.getByRole("link", { name: owner, exact: true }) }),
    ).toContainText(DANGLING);
    await expect(
      results
        .getByRole("row")
        .filter({ has: page.getByRole("link", { name: `${owner}, with pinning`, exact: true }) }),
    ).toContainText(NONE);
  }
  await expect(page.getByText(/^B, D, F keep everything that was used; .+ loses? \d+\.$/)).toBeVisible();
  await expect(page.getByText("with another window it might have answered otherwise")).toBeVisible();
  await results.getByRole("link", { name: "Front truncation, with pinning" }).click();
  await expect(page.getByRole("navigation", { name: "Views of this session" })).toBeVisible();
  await expect(page).not.toHaveURL(/replay/);
});

test("recommends what the session can follow, and says what is another vendor's", async ({
  page,
  request,
}) => {
  await replayRefund(page, await sessionId(request, REFUND));
  await expect(page.getByRole("note", { name: "Recommendation" })).toContainText(
    /Nothing keeps what was missed without a loss\. Nearest is B, Front truncation, with pinning: keeps .* that turn 4 used, .*1 fewer use without evidence, loses /,
  );
  const results = page.getByRole("region", { name: "Results by policy" });
  await expect(results).toContainText(
    "is made by Anthropic for its own models, and the session ran on gpt-4.1.",
  );
  await expect(page.getByRole("region", { name: "Blocks that pins kept" })).toContainText("get_order");
});

test("proposes the two baselines for a session that has no policy of its own", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, "Eight-turn loop")}/replay`);
  await expect(page.getByText(/^\d policies to replay this session under/)).toBeVisible();
});

test("opens on the results that are there, under one verdict", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await replayRefund(page, id);
  const run = new URL(page.url()).searchParams.get("run") ?? "";
  await page.goto(`/sessions/${id}/replay`);
  await expect(page).toHaveURL(new RegExp(`run=${run}`));
  await expect(page.getByRole("note", { name: "Recommendation" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Setup" })).toBeHidden();
});

test("is driven by the keyboard, and a copied link gives the same state in a new browser", async ({
  page,
  request,
  browser,
}) => {
  await replayRefund(page, await sessionId(request, REFUND));
  await page.getByRole("button", { name: "Together" }).press("Enter");
  for (let turn = 0; turn <= 4; turn++) {
    await page.keyboard.press("j");
    await expect(page).toHaveURL(new RegExp(`turn=${turn}\\b`));
  }
  await page.getByRole("button", { name: "Evidence kept" }).press("Enter");
  await expect(page).toHaveURL(/sort=kept/);
  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByText("Tokens at turn 4")).toBeVisible();
  await expect(copy.getByRole("columnheader", { name: /Evidence kept/ })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(copy.getByRole("button", { name: "Apart" })).toBeVisible();
  await other.close();
});

test("tells as it is typed what is wrong with an option and what its vendor ignores", async ({
  page,
  request,
}) => {
  await openSetup(page, await sessionId(request, REFUND));
  await page.getByLabel("Start from").selectOption({ label: "Three vendors, plain and pinned" });
  await page.getByText("Options of Anthropic").first().click();
  const text = page.getByRole("textbox", { name: "Options of C as JSON or JSON5" });
  await text.fill("{keep: {type: 'tool_uses', value: -1}}");
  await expect(page.getByText(/Error: options\.keep\.value/)).toBeVisible();
  await text.fill("{keep: {type: 'tool_uses', value: 1}, colour: 'red'}");
  await expect(page.getByText(/Ignored: options\.colour/)).toBeVisible();
});

test("compares two policies turn by turn, from the first divergence on", async ({
  page,
  request,
  browser,
}) => {
  await replayRefund(page, await sessionId(request, REFUND));
  await page.getByRole("button", { name: "Compare two" }).click();
  await page.getByRole("combobox", { name: "A", exact: true }).selectOption("Front truncation");
  await page.getByRole("combobox", { name: "B", exact: true }).selectOption("Front truncation, with pinning");
  await expect(
    page.getByText(/B against A: .*1 fewer use without evidence.* The windows first differ in turn 3,/),
  ).toBeVisible();
  await page.getByRole("button", { name: "First divergence" }).focus();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/turn=3/);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/turn=4/);
  await page.keyboard.press("p");
  const difference = page.getByRole("region", { name: "Difference at turn 3" });
  await expect(difference).toContainText("truncated in turn 3, nothing left in its place; needed in turn 3");
  await expectAccessible(page);
  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByRole("region", { name: "Difference at turn 3" })).toContainText("needed in turn 3");
  await other.close();
});

test("sweeps an option and recommends the cheapest that keeps the most evidence", async ({
  page,
  request,
}) => {
  await replayRefund(page, await sessionId(request, REFUND));
  await page.getByRole("button", { name: "Price against evidence" }).click();
  await expect(page.getByText("B keeps 100% of the evidence")).toBeVisible();
  const sweep = page.getByRole("form", { name: "Try many values of one option" });
  await sweep.getByRole("combobox", { name: "Try values of" }).selectOption({ index: 0 });
  await expect(sweep.getByRole("combobox", { name: "option" })).toHaveValue("maxTokens");
  await sweep.getByRole("spinbutton", { name: "from" }).fill("2500");
  await sweep.getByRole("spinbutton", { name: "to" }).fill("4000");
  await sweep.getByRole("button", { name: "Try them" }).click();
  await expect(page.getByText(/^Recommended: Front truncation, maxTokens \d/)).toBeVisible();
  await expectAccessible(page);
});

test("replays the sessions of a filter under one policy", async ({ page }) => {
  await page.goto(`${WITH_EXAMPLES}&q=Refund`);
  await page.getByRole("link", { name: "Replay these" }).click();
  await expect(page).toHaveURL(/\/replay\?.*q=Refund/);
  await page.getByRole("combobox", { name: "Policy A" }).selectOption("Append only");
  await page.getByRole("button", { name: "Replay 1" }).click();
  await expect(
    page.getByText(/1 of 1 session replayed: fewer uses without evidence in 1, more in 0/),
  ).toBeVisible();
  await expectAccessible(page);
});

test("is accessible, wide and narrow", async ({ page, request }) => {
  await replayRefund(page, await sessionId(request, REFUND));
  await page.getByText("policies to replay this session under").click();
  await page.getByText("Options of OpenClaw").first().click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
