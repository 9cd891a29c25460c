import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sessionId, test } from "./fixtures";

test("reads a session as a conversation, and leads to its turns", async ({ page, request }) => {
  const id = await sessionId(request, "Refund agent");
  await page.goto(`/sessions/${id}`);
  await page.getByRole("link", { name: "Read", exact: true }).click();
  await expect(page).toHaveURL(/\/read/);
  const prompts = page.getByRole("navigation", { name: "Prompts" });
  await expect(prompts.getByRole("link").first()).toBeVisible();
  await expect(page.locator("#turn-0").getByText("get_order").first()).toBeVisible();
  await expect(page.locator("#turn-4")).toContainText("left");
  await expect(page.getByRole("heading", { name: /^Exchange 1 of \d+/ })).toContainText(
    /calls?, .*tokens sent/,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Turn 4", exact: true }).click();
  await expect(page).toHaveURL(/turns\/4/);
});

test("opens at the turn of a link, on a narrow screen too", async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}/read?turn=15`);
  await expect(page.locator("#turn-15")).toBeInViewport();
  await expectNoSidewaysScroll(page);
});
