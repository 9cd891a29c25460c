import { expect, test as base } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";

/**
 * Fails a test whose page logged an error or an uncaught exception. `page.goto` waits until the page answers
 * to keys, because earlier key presses are lost.
 */
export const test = base.extend<{ quiet: void }>({
  page: async ({ page }, hand) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (response?.headers()["content-type"]?.startsWith("text/html") === true)
        await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      return response;
    };
    await hand(page);
  },
  quiet: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
          problems.push(message.text());
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The demo sessions stand behind a line once another test has sent sessions. Without such sessions there is no line. */
export async function openExamples(page: Page): Promise<void> {
  const look = page.getByRole("region", { name: "Needs a look" });
  await expect(look).toBeVisible();
  const examples = look.getByText(/^Examples \(\d/);
  if ((await examples.count()) > 0) await examples.click();
}

/** The list with the demo sessions, which it leaves out once another test has sent sessions. */
export const WITH_EXAMPLES = "/?examples=in";

export async function sessionId(request: APIRequestContext, name: string): Promise<string> {
  const response = await request.get(`/api/v1/sessions?q=${encodeURIComponent(name)}&wait=20000`);
  const body = (await response.json()) as { sessions: { id: string }[] };
  const id = body.sessions[0]?.id;
  if (id === undefined) throw new Error(`there is no session named ${name}`);
  return id;
}

/** All events must be accepted. Waits until they can be read. */
export async function sendEvents(request: APIRequestContext, events: object[]): Promise<void> {
  const response = await request.post("/api/v1/events", { data: { events } });
  expect(await response.json()).toMatchObject({ rejected: [] });
  const sessions = new Set(events.map((event) => (event as { session: string }).session));
  for (const session of sessions)
    await request.get(`/api/v1/sessions/${encodeURIComponent(session)}?wait=20000`);
}

/** Checked after everything with the page's width has been drawn. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0);
}

const RESTS_MS = 400;

/** Waits until the address stays as it is: the router writes an earlier one over a later one for a moment. */
export async function waitUntilAddressRests(page: Page): Promise<void> {
  for (let before = ""; before !== page.url();) {
    before = page.url();
    await page.waitForTimeout(RESTS_MS);
  }
}
