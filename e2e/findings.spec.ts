import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, overflowsSideways, sendEvents, sessionId, test, THEMES } from "./fixtures";

const REFUND = "Refund agent";

/** How many sessions still have findings from earlier thresholds. */
async function outdated(request: APIRequestContext): Promise<number> {
  const answer = (await (await request.get("/api/v1/thresholds")).json()) as { outdated: number };
  return answer.outdated;
}

test("says on the overview what went wrong, with its proof one click away", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  const findings = page.getByRole("region", { name: "Findings" });
  await expect(findings).toContainText("Evidence: a step ran on evidence that had left the window");
  await findings.getByText("Coverage:").click();
  await expect(findings.getByRole("row", { name: /^Tool schemas .*cannot see/ })).toBeVisible();
  const proof = findings.getByRole("link", { name: /used the tool result of get_order/ });
  await proof.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/plan\?turn=4/);
});

test("marks findings on the timelines", async ({ page, request }) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}`);
  await page.getByRole("link", { name: /^turn 12: A call was repeated/ }).click();
  await expect(page).toHaveURL(/turn=12/);
  await page.goto(`/sessions/${id}/evictions`);
  await expect(page.getByRole("link", { name: /^turn 16: / })).toBeVisible();
  await page.goto(`/sessions/${id}/plan`);
  await expect(page.getByRole("link", { name: /^turn 14: / })).toBeVisible();
});

test("makes a finding an incident with one action", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  const item = page
    .getByRole("region", { name: "Findings" })
    .getByRole("listitem")
    .filter({
      has: page.getByRole("link", { name: /used the tool result of get_order/ }),
    });
  await item.getByRole("button", { name: "Make an incident" }).click();
  await expect(page).toHaveURL(/\/incidents\//);
  await expect(page.getByText(/used the tool result of get_order/).first()).toBeVisible();
});

test("applies new thresholds to every session", async ({ page, request }) => {
  const has = page.getByRole("link", { name: "Eight-turn loop" });
  await page.goto("/?finding=context.spike");
  await expect(has).toBeVisible();
  await page.goto("/settings");
  await page.getByLabel("How many tokens may one turn add").fill("50000");
  await page.getByRole("button", { name: "Set thresholds" }).click();
  await expect.poll(() => outdated(request), { timeout: 30_000 }).toBe(0);
  await page.goto("/?finding=context.spike");
  await expect(has).toHaveCount(0);
  await request.put("/api/v1/thresholds", { data: {} });
  await expect.poll(() => outdated(request), { timeout: 30_000 }).toBe(0);
  await page.goto("/?finding=context.spike");
  await expect(has).toBeVisible();
});

test("does not call a session clean that shows nothing", async ({ page, request }) => {
  await sendEvents(request, [
    { id: "1", session: "mute", at: "2026-03-01T10:00:00Z", type: "turn.recorded", turn: 0 },
  ]);
  await page.goto(`/sessions/${await sessionId(request, "mute")}`);
  const findings = page.getByRole("region", { name: "Findings" });
  await expect(findings).toContainText("The windows of 1 of 1 calls are not known");
  await expect(findings).not.toContainText("Every use of evidence");
  await expect(findings).not.toContainText("within its thresholds");
});

test("leads from a code to the sessions that have it, and back to none", async ({ page }) => {
  await page.goto("/?finding=evidence.dangling");
  await expect(page.getByRole("link", { name: REFUND })).toBeVisible();
  await expect(page.getByRole("link", { name: "Eight-turn loop" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("link", { name: "Eight-turn loop" })).toBeVisible();
});

test("leads from a cell of the audit to the sessions behind it, by the keyboard alone", async ({ page }) => {
  await page.goto("/audit?outcome=wrong");
  await expect(page.getByText(/ran on evidence that was not in the window/)).toBeVisible();
  const tools = page.getByRole("region", { name: "What fills windows", exact: true });
  const row = tools.getByRole("row", { name: /^get_order/ });
  await row.getByRole("link").last().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tool=get_order/);
  await expect(page).toHaveURL(/outcome=wrong/);
  await expect(page.getByRole("link", { name: REFUND })).toBeVisible();
});

for (const theme of THEMES) {
  test(`are accessible in the ${theme} theme, findings and audit, wide and narrow`, async ({
    page,
    request,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const path of [`/sessions/${await sessionId(request, REFUND)}`, "/audit"]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflowsSideways(page)).toBe(false);
    }
  });
}
