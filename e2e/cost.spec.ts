import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sessionId, test } from "./fixtures";

const REFUND = "Refund agent";

test("says what a session cost, and why, and leads to the turn that lost the cache", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  await page
    .getByRole("navigation", { name: "Views of this session" })
    .getByRole("link", { name: "Cost" })
    .click();
  await expect(page).toHaveURL(/\/cost/);
  await expect(page.getByText(/of it .* reading again what stood there/)).toBeVisible();
  await expect(page.getByRole("region", { name: "What it was paid for" })).toBeVisible();
  const losses = page.getByRole("region", { name: "Cache losses", exact: true });
  await expect(losses.getByRole("row")).not.toHaveCount(0);
  await expectAccessible(page);
  const answer = (await (await request.get(`/api/v1/sessions/${id}/cost`)).json()) as {
    total: number;
    parts: Record<string, { cost: number }>;
    breaks: { turn: number }[];
  };
  const sum = Object.values(answer.parts).reduce((total, { cost }) => total + cost, 0);
  expect(sum).toBeCloseTo(answer.total, 9);
  await losses.getByRole("link", { name: `turn ${answer.breaks[0]?.turn}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/turns/${answer.breaks[0]?.turn}`));
});

test("has the same figures as a table, at the press of a key, and in a link", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}/cost?turn=4`);
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/table=1/);
  await expect(page.getByRole("region", { name: "Cost by turn as a table" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Cost by turn as a table" })).toBeVisible();
});

test("fits a narrow screen", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/sessions/${id}/cost`);
  await expect(page.getByText(/reading again what stood there/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
