import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test, WITH_EXAMPLES } from "./fixtures";

const REFUND = "Refund agent";

async function outdated(request: APIRequestContext): Promise<number> {
  const answer = (await (await request.get("/api/v1/thresholds")).json()) as { outdated: number };
  return answer.outdated;
}

/** Every session of the run is analysed again, beside all else that runs. */
const ANALYSED_AGAIN_MS = 150_000;

/** @param data thresholds; those that are left out are as they usually are */
async function useThresholds(request: APIRequestContext, data: object): Promise<void> {
  await request.put("/api/v1/thresholds", { data });
  await expect.poll(() => outdated(request), { timeout: ANALYSED_AGAIN_MS }).toBe(0);
}

/** An attempt that broke off leaves its verdict behind. */
async function forgetVerdicts(request: APIRequestContext, session: string): Promise<void> {
  const path = `/api/v1/sessions/${session}/findings`;
  const { findings } = (await (await request.get(path)).json()) as {
    findings: { id: string; verdict: unknown }[];
  };
  for (const { id, verdict } of findings) if (verdict !== null) await request.delete(`${path}/${id}/verdict`);
}

test("says on the overview what went wrong, with its proof one click away", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  const findings = page.getByRole("region", { name: "Findings" });
  await expect(findings).toContainText("A step ran on evidence that had left the window");
  await findings.getByText("Coverage:").click();
  await expect(findings.getByRole("row", { name: /^Tool schemas .*cannot see/ })).toBeVisible();
  const proof = findings.getByRole("link", { name: /used the tool result of get_order/ });
  await proof.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/plan\?turn=4/);
});

test("opens with what went wrong, and what can be done about it", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  const top = page.getByRole("region", { name: "What went wrong" });
  const worst = top.getByRole("listitem").first();
  await expect(worst).toContainText("used the tool result of get_order");
  expect(await top.getByRole("listitem").count()).toBeLessThanOrEqual(3);
  await worst.getByRole("link", { name: "why" }).click();
  await expect(page).toHaveURL(/\/why\?turn=4&block=result%3Aorder/);
  await page.goBack();
  await worst.getByRole("button", { name: "what would have kept it" }).click();
  await expect(page).toHaveURL(/replay\?run=rep_/);
  const kept = page.getByRole("region", { name: "What would have kept it" });
  await expect(kept.getByText(/^Keep (?:this block|these \d+ blocks): .* tokens, <?[$]/)).toBeVisible();
  await expect(kept.getByRole("row", { name: /get_order/ })).toBeVisible();
  await expect(page.getByRole("note", { name: "Recommendation" })).toContainText("Follow");
  await expect(page.getByRole("note", { name: "Recommendation" })).toContainText(
    /cheaper|dearer|the same price/,
  );
});

test("a button that is pressed before the page answers does its work once it does", async ({
  browser,
  request,
  baseURL,
}) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  let answer = (): void => undefined;
  const answering = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await answering;
    await route.continue();
  });
  await page.goto(`/sessions/${await sessionId(request, REFUND)}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Make an incident" }).first().click();
  await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
  answer();
  await expect(page.getByRole("dialog", { name: "Make an incident" })).toBeVisible();
  await context.close();
});

test("a dialog stands with the press, not a moment after it", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, REFUND)}`);
  for (const [name, title] of [
    ["Mark incident", "Mark an incident"],
    ["Make an incident", "Make an incident"],
    ["Keyboard commands", "Keyboard commands"],
  ] as const) {
    const button = page.getByRole("button", { name }).first();
    // A pointer comes over a button before it presses: the code is loaded then.
    await button.hover();
    await page.waitForLoadState("networkidle");
    const isThere = await button.evaluate(async (element: HTMLElement) => {
      element.click();
      await new Promise(requestAnimationFrame);
      return document.querySelector("[role=dialog]") !== null;
    });
    expect(isThere, name).toBe(true);
    await expect(page.getByRole("dialog", { name: title }).getByRole("button").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("filters the findings by severity", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, "Publishing daemon")}`);
  const findings = page.getByRole("region", { name: "Findings" });
  const kinds = findings.getByRole("heading", { level: 3 });
  const all = await kinds.count();
  await findings.getByRole("button", { name: /^warning \d/ }).click();
  await expect.poll(() => kinds.count()).toBeLessThan(all);
  await findings.getByRole("button", { name: /^all \d/ }).click();
  await expect(kinds).toHaveCount(all);
});

test("unfolds a finding to its claims, and one key says whether it is true", async ({ page, request }) => {
  const id = await sessionId(request, REFUND);
  await forgetVerdicts(request, id);
  const serious = async () => {
    const { findings } = (await (await request.get(`/api/v1/sessions/${id}`)).json()) as {
      findings: { serious?: number };
    };
    return findings.serious ?? 0;
  };
  await page.goto(`/sessions/${id}`);
  const item = page
    .getByRole("region", { name: "Findings" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: /used the tool result of get_order/ }) });
  const kind = page.getByRole("button", { name: /A step ran on evidence that had left the window/ });
  await kind.click();
  await item.getByText(/^\d+ claims?$/).focus();
  await page.keyboard.press("Enter");
  const claims = item.getByRole("list", { name: "Claims" });
  await expect(claims.getByText("It holds.").first()).toBeAttached();
  await expect(claims.getByText("It does not hold.")).toHaveCount(0);
  const before = await serious();
  await page.keyboard.press("f");
  await expect(item.getByRole("status")).toHaveText("False, said local");
  expect(await serious()).toBe(before - 1);
  await item.getByRole("textbox", { name: "Why" }).fill("It was on the screen.");
  await page.keyboard.press("Enter");
  await expect(item.getByRole("status")).toHaveText("False, said local: It was on the screen.");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await item.getByRole("button", { name: "True" }).click();
  await expect(item.getByRole("status")).toHaveText("True, said local: It was on the screen.");
  expect(await serious()).toBe(before);
  await page.goto("/audit");
  await expect(page.getByRole("region", { name: "What people said of findings", exact: true })).toContainText(
    "confirmed 1 of 1 here",
  );
  await page.goto(`/sessions/${id}`);
  await kind.click();
  await item.getByRole("link", { name: /used the tool result of get_order/ }).focus();
  await page.keyboard.press("t");
  await expect(item.getByRole("status")).toHaveText("");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Call it not useful, or take that back");
});

test("marks findings on the timelines", async ({ page, request }) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}`);
  await page.getByRole("link", { name: /^turn 12: A call was repeated/ }).click();
  await expect(page).toHaveURL(/turn=12/);
  await page.goto(`/sessions/${id}/evictions`);
  await expect(page.getByRole("link", { name: /^turn 16: / })).toBeVisible();
  const refund = await sessionId(request, REFUND);
  await page.goto(`/sessions/${refund}/plan`);
  await expect(page.getByRole("link", { name: /^turn 4: / })).toBeVisible();
});

test("makes a finding an incident under a title that is asked for, and leads there", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, REFUND);
  await page.goto(`/sessions/${id}`);
  const item = page
    .getByRole("region", { name: "What went wrong" })
    .getByRole("listitem")
    .filter({ hasText: /used the tool result of get_order/ });
  await item.getByRole("button", { name: "Make an incident" }).click();
  const dialog = page.getByRole("dialog", { name: "Make an incident" });
  await dialog.getByLabel("Title").fill("The branch ran blind");
  await dialog.getByRole("button", { name: "Make it", exact: true }).click();
  await expect(page).toHaveURL(/\/incidents\//);
  await expect(page.getByRole("heading", { name: "The branch ran blind" })).toBeVisible();
});

test("applies new thresholds to every session", async ({ page, request }) => {
  const has = page.getByRole("link", { name: "Eight-turn loop" });
  // An attempt that broke off leaves its thresholds behind.
  await useThresholds(request, {});
  await page.goto(`${WITH_EXAMPLES}&finding=context.spike`);
  await expect(has).toBeVisible();
  await page.goto("/settings?tab=findings");
  // What has no findings waits behind a line.
  await page
    .getByRole("main")
    .locator("details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  await page.getByLabel("How many tokens may one turn add").fill("50000");
  await page.getByRole("button", { name: "Set thresholds" }).click();
  await expect.poll(() => outdated(request), { timeout: ANALYSED_AGAIN_MS }).toBe(0);
  await page.goto(`${WITH_EXAMPLES}&finding=context.spike`);
  await expect(has).toHaveCount(0);
  await useThresholds(request, {});
  await page.goto(`${WITH_EXAMPLES}&finding=context.spike`);
  await expect(has).toBeVisible();
});

test("does not call a session clean that shows nothing", async ({ page, request }) => {
  await sendEvents(request, [
    { id: "1", session: "mute", at: "2026-03-01T10:00:00Z", type: "turn.recorded", turn: 0 },
  ]);
  await page.goto(`/sessions/${await sessionId(request, "mute")}`);
  const findings = page.getByRole("region", { name: "Findings" });
  await expect(findings).toContainText("The windows of 1 of 1 calls are not known");
  await expect(findings).not.toContainText("No use without evidence");
  await expect(findings).not.toContainText("within its thresholds");
});

test("leads from a code to the sessions that have it, and back to none", async ({ page }) => {
  await page.goto(`${WITH_EXAMPLES}&finding=evidence.dangling`);
  await expect(page.getByRole("link", { name: REFUND })).toBeVisible();
  await expect(page.getByRole("link", { name: "Eight-turn loop" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("link", { name: "Eight-turn loop" })).toBeVisible();
});

test("leads from a cell of the audit to the sessions behind it, by the keyboard alone", async ({
  page,
  request,
}) => {
  await sendEvents(request, ownRefund());
  const audited = async () => {
    const { sample } = (await (await request.get("/api/v1/audit?outcome=wrong")).json()) as {
      sample: { sessions: number };
    };
    return sample.sessions;
  };
  await expect.poll(audited).toBe(1);
  await page.goto("/audit?outcome=wrong");
  await expect(page.getByText(/ran on evidence that was not in the window/)).toBeVisible();
  const tools = page.getByRole("region", { name: "What fills windows", exact: true });
  await tools.locator("summary").focus();
  await page.keyboard.press("Enter");
  const row = tools.getByRole("row", { name: /^get_order/ });
  await row.getByRole("link").last().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tool=get_order/);
  await expect(page).toHaveURL(/outcome=wrong/);
  await expect(page.getByRole("link", { name: "Own session of a refund" })).toBeVisible();
  await request.delete("/api/v1/sessions/own-refund");
});

/** The demo's events under another session, a month later, so that it is no copy: an audit leaves the demos out where there are others. */
function ownRefund(): object[] {
  const lines = readFileSync("lib/demo/refund.jsonl", "utf8").trim().split("\n");
  return lines.map((line) => {
    const event = JSON.parse(line.replaceAll("2026-03-03", "2026-04-03")) as { name?: string };
    return {
      ...event,
      session: "own-refund",
      ...(event.name !== undefined && { name: "Own session of a refund" }),
    };
  });
}

test("are accessible, findings, audit and settings, wide and narrow", async ({ page, request }) => {
  const session = `/sessions/${await sessionId(request, REFUND)}`;
  for (const path of [
    session,
    "/audit",
    "/settings",
    "/settings?tab=findings",
    "/settings?tab=alerts",
    "/settings?tab=data",
  ]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  }
});

test("shows what a checkpoint holds, and what the restart from it lost", async ({ page, request }) => {
  const task = "Refund order 7, but never a shipped one.";
  const common = { session: "restarted", at: "2026-03-03T10:00:00Z" };
  await sendEvents(request, [
    {
      ...common,
      id: "1",
      type: "turn.recorded",
      turn: 0,
      window: { entries: [{ id: "goal", kind: "user_goal", content: task }] },
      output: [{ id: "said", kind: "assistant_text", content: "I looked." }],
    },
    {
      ...common,
      id: "2",
      type: "checkpoint.taken",
      turn: 0,
      state: { task, ruled_out: ["The interface answers 503"], next_action: "open the form" },
    },
    { ...common, id: "3", type: "session.restarted", turn: 1 },
    {
      ...common,
      id: "4",
      type: "turn.recorded",
      turn: 1,
      window: { entries: [{ id: "state", kind: "user_message", content: `${task} Next: open the form.` }] },
    },
  ]);
  await page.goto(`/sessions/${await sessionId(request, "restarted")}/checkpoints`);
  const checkpoint = page.getByRole("region", { name: "Checkpoint at turn 0" });
  await expect(checkpoint.getByRole("row", { name: /the constraints .*missing/ })).toBeVisible();
  const restart = checkpoint.getByRole("region", { name: "Restart at turn 1" });
  await expect(restart.getByRole("listitem").filter({ hasText: "The interface answers 503" })).toContainText(
    "lost",
  );
  await expect(restart.getByRole("listitem").filter({ hasText: "open the form" })).toContainText(
    "word for word",
  );
  await expectAccessible(page);
});

test("has a tab of checkpoints only for a session with some, and says what to send elsewhere", async ({
  page,
  request,
}) => {
  const tab = page
    .getByRole("navigation", { name: "Views of this session" })
    .getByRole("link", { name: "Checkpoints" });
  await page.goto(`/sessions/${await sessionId(request, "Queue migration")}`);
  await tab.click();
  await expect(page.getByRole("region", { name: /^Checkpoint at turn/ })).toHaveCount(3);
  await expectAccessible(page);
  const refund = `/sessions/${await sessionId(request, REFUND)}`;
  await page.goto(refund);
  await expect(tab).toHaveCount(0);
  await page.goto(`${refund}/checkpoints`);
  await expect(page.getByText('"type": "checkpoint.taken"')).toBeVisible();
  await expectAccessible(page);
});
