import { expect, expectNoSidewaysScroll, sendEvents, test } from "./fixtures";

const at = (second: number) => new Date(Date.UTC(2026, 4, 5, 9, 0, second)).toISOString();

const failing = (session: string) => [
  {
    id: `${session}-t`,
    session,
    at: at(0),
    type: "turn.recorded",
    turn: 0,
    window: { entries: [{ id: "goal", kind: "user_goal", content: "Refund order 7." }] },
  },
  {
    id: `${session}-g`,
    session,
    at: at(1),
    type: "gate.checked",
    gate: "context-budget",
    passed: false,
    message: "The window of order 7 is full.",
  },
];

test("alerts open browsers, with a notification where it is allowed and in the page where it is not", async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    class Recorded {
      static permission = "default";
      static requestPermission = () => Promise.resolve((Recorded.permission = "granted"));
      constructor(title: string, { body }: { body: string }) {
        seen.push(`${title}: ${body}`);
        Object.assign(window, { newestNotification: this });
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, seenNotifications: seen });
  });
  const seen = () =>
    page.evaluate(() => (window as unknown as { seenNotifications: string[] }).seenNotifications.join());
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/settings?tab=alerts");
  const tabs = await page.getByRole("navigation", { name: "Settings" }).getByRole("link").all();
  const places = await Promise.all(tabs.map((tab) => tab.boundingBox()));
  expect(new Set(places.map((box) => box?.y)).size).toBe(1);
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("Name of the rule").fill("Gates that failed");
  await form.getByRole("combobox", { name: "Finding", exact: true }).selectOption("gate.failed");
  await form.getByRole("button", { name: "Add a rule" }).click();
  await expect(page.getByRole("region", { name: "Rules" })).toContainText("Gates that failed");
  await expectNoSidewaysScroll(page);

  await sendEvents(request, failing("alerted-in-the-page"));
  await expect(page.getByRole("status").filter({ hasText: "The window of order 7 is full." })).toBeVisible({
    timeout: 30_000,
  });
  expect(await seen()).toBe("");

  await page.getByRole("button", { name: "Allow notifications" }).click();
  await expect(page.getByText("This browser shows notifications.")).toBeVisible();
  await page.getByRole("button", { name: "Test in this browser" }).click();
  expect(await seen()).toContain("Alerts arrive here.");
  await sendEvents(request, failing("alerted-by-the-browser"));
  await expect.poll(seen, { timeout: 30_000 }).toContain("Gates that failed: alerted-by-the-browser");

  await page.evaluate(() =>
    (window as unknown as { newestNotification: { onclick: () => void } }).newestNotification.onclick(),
  );
  await expect(page).toHaveURL(/\/sessions\/[^/]+\?turn=0$/);
  await expect(page.getByText("The window of order 7 is full.").first()).toBeVisible();
  await page.goto("/settings?tab=alerts");
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("browsers");
  await page.getByRole("button", { name: "Remove Gates that failed" }).click();
  await expect(page.getByRole("region", { name: "Rules" })).toHaveCount(0);
});
