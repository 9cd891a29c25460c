import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

const REFUND = "Refund agent";

test("shows at a glance that the refund's branch ran without the order it needed", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}/plan`);
  await expect(page.getByText("4 uses of evidence: 1 without it, 3 from the window.")).toBeVisible();
  await page.getByRole("button", { name: /^branch .*without evidence/ }).click();
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText(
    "Step “If the order has status shipped, send the track…” needed the result of get_order in turn 4: it had been gone since turn 4, without a reference.",
  );
  await selection.getByRole("link", { name: "Evidence" }).first().click();
  await expect(page).toHaveURL(/blocks\/result%3Aorder/);
});

test("opens on the first use whose evidence was gone, with both ends drawn", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, REFUND)}/plan`);
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection.getByRole("heading", { name: "First use without its evidence" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^branch .*without evidence/ })).toBeInViewport();
  await expect(page.getByRole("button", { name: /^get_order .*without evidence/ })).toBeInViewport();
});

test("is driven by the keyboard alone, and a copied link gives the same state in a new browser", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}/plan`);
  await expect(page.getByRole("region", { name: "Graph of steps and evidence" })).toBeVisible();
  for (let turn = 0; turn <= 4; turn++) {
    await page.keyboard.press("j");
    await expect(page).toHaveURL(new RegExp(`turn=${turn}\\b`));
  }
  await page.keyboard.press("}");
  await expect(page).toHaveURL(/sel=d/);
  await expect(page.getByText("At turn 4: there.")).toBeVisible();
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/view=list/);
  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByRole("row", { name: /without evidence/ })).toHaveAttribute("aria-selected", "true");
  await expect(copy.getByText("At turn 4: there.")).toBeVisible();
  await expect(copy.getByRole("region", { name: "Selection" })).toContainText("get_order");
  await other.close();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/sel=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/view=list/);
});

test("opens a node of the graph with Enter", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, REFUND)}/plan`);
  const node = page.getByRole("button", { name: /^get_order .*without evidence/ });
  await node.focus();
  await page.keyboard.press("Enter");
  await expect(node).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("Evidence, 2 uses");
});

test("says when the daemon's plan left the window", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, "Publishing daemon")}/plan?turn=17`);
  await expect(
    page.getByText("The plan stood in the window in turns 2 to 15, and not in 16 to 19."),
  ).toBeVisible();
  await expect(page.getByText("At turn 17: not there.")).toBeVisible();
  await expect(page.getByText(/^Turn 17 of 19: /)).toBeVisible();
});

test("says of a session without plans and evidence that there is nothing", async ({ page, request }) => {
  await sendEvents(request, [
    { id: "1", session: "no-plan", at: "2026-03-01T10:00:00Z", type: "turn.recorded", turn: 0 },
  ]);
  await page.goto(`/sessions/${await sessionId(request, "no-plan")}/plan`);
  await expect(page.getByText("No plan and no evidence")).toBeVisible();
});

test("is accessible, as graph and list, wide and narrow", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}/plan?turn=4&sel=step:case-7741/branch`);
  await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Uses of evidence" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Graph of steps and evidence" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
