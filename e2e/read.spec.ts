import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

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

const AT = "2026-01-05T09:00:00Z";

test("a sub-agent unfolds where it was started", async ({ page, request }) => {
  const name = `read-agents-${Date.now()}`;
  const agent = `looks-${Date.now()}`;
  const text = (id: string, content: string) => ({ id, kind: "assistant_text", content });
  await sendEvents(request, [
    { id: "start", session: name, at: AT, type: "session.started", name },
    {
      ...{ id: "0", session: name, at: AT, type: "turn.recorded", turn: 0, usage: { input: 20 } },
      window: { entries: [{ id: "goal", kind: "user_goal", content: "Look into it." }] },
      output: [
        {
          id: "call:task",
          kind: "tool_call",
          toolName: "Task",
          toolCallId: "task",
          content: '{"do":"look"}',
        },
      ],
    },
    {
      ...{ id: "start", session: agent, at: AT, type: "session.started", name: "Looks into it" },
      ...{ role: "subagent", parent: { session: name, toolCallId: "task" } },
    },
    {
      ...{ id: "0", session: agent, at: AT, type: "turn.recorded", turn: 0, usage: { input: 9 } },
      window: { entries: [{ id: "goal", kind: "user_goal", content: "look" }] },
      output: [text("said", "The cause is a stale lock.")],
    },
  ]);
  await page.goto(`/sessions/${await sessionId(request, name)}/read`);
  const said = page.getByText("The cause is a stale lock.");
  await expect(said).toHaveCount(0);
  await page.getByText("Sub-agent", { exact: true }).click();
  await expect(said).toBeVisible();
  await page.getByRole("link", { name: "Its own page" }).click();
  await expect(page.getByRole("heading", { name: "Looks into it" })).toBeVisible();
  for (const id of [agent, name]) await request.delete(`/api/v1/sessions/${id}`);
});

test("lists prompts around the page, and others once they are scrolled to", async ({ page, request }) => {
  const name = `read-prompts-${Date.now()}`;
  const turns = Array.from({ length: 160 }, (_, turn) => ({
    ...{ id: `${turn}`, session: name, at: AT, type: "turn.recorded", turn, usage: { input: 20 } },
    window: { append: [{ id: `p${turn}`, kind: "user_message", content: `question ${turn}` }] },
  }));
  await sendEvents(request, [
    { id: "start", session: name, at: AT, type: "session.started", name },
    ...turns,
  ]);
  await page.goto(`/sessions/${await sessionId(request, name)}/read`);
  const prompts = page.getByRole("navigation", { name: "Prompts" });
  await expect(prompts.getByText("Prompts 1 to 100 of 160.")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Exchange 1 of 160/ })).toBeVisible();
  const last = prompts.getByRole("link", { name: /question 159/ });
  await expect(last).toHaveCount(0);
  const more = prompts.getByRole("button", { name: "Later prompts" });
  await expect(async () => {
    if (await more.isVisible()) await more.scrollIntoViewIfNeeded();
    await expect(last).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await last.click();
  await expect(page.locator("#turn-159")).toBeInViewport();
  await expect(page.getByRole("heading", { name: /^Exchange 160 of 160/ })).toBeVisible();
  await request.delete(`/api/v1/sessions/${name}`);
});
