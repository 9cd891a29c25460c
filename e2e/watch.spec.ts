import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

const SESSION = "7d1f0c1e-0000-4000-8000-0000000000aa";
const folder = path.join(process.env.E2E_HOME ?? "", "user", ".claude", "projects", "-home-dev-shop");
const file = path.join(folder, `${SESSION}.jsonl`);

function exchange(no: number): string {
  const common = {
    sessionId: SESSION,
    isSidechain: false,
    userType: "external",
    cwd: "/home/dev/shop",
    version: "2.1.0",
  };
  const parentUuid = no === 0 ? null : `a${no - 1}`;
  const timestamp = `2026-10-02T10:0${no}:00.000Z`;
  const message = {
    id: `m${no}`,
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [{ type: "text", text: `Answer ${no}` }],
    usage: { input_tokens: 20 + no * 30, output_tokens: 5 },
  };
  return [
    {
      ...common,
      type: "user",
      uuid: `u${no}`,
      parentUuid,
      timestamp,
      message: { role: "user", content: `Question ${no}` },
    },
    {
      ...common,
      type: "assistant",
      uuid: `a${no}`,
      parentUuid: `u${no}`,
      timestamp,
      requestId: `r${no}`,
      message,
    },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

async function turns(request: APIRequestContext): Promise<number> {
  const answer = await request.get(`/api/v1/sessions/${SESSION}`);
  if (answer.status() === 404) return 0;
  return ((await answer.json()) as { counts: { turns: number } }).counts.turns;
}

test("one button follows the agents' folders, shows which, and stops", async ({ page, request }) => {
  mkdirSync(folder, { recursive: true });
  appendFileSync(file, exchange(0));
  await page.goto("/connect");
  const watch = page.getByRole("region", { name: "Agents on this machine" });
  const follow = watch.getByRole("button", { name: "Follow their sessions" });
  const stop = watch.getByRole("button", { name: "Stop following" });
  await expect(watch.getByRole("row", { name: /Claude Code/ })).toContainText(path.dirname(folder));
  await watch.getByText("that have no folder here yet").click();
  await expect(watch.getByRole("row", { name: /OpenHands/ })).toBeVisible();
  expect(await turns(request)).toBe(0);
  await expectAccessible(page);

  await follow.press("Enter");
  await expect(stop).toBeVisible();
  await expect.poll(() => turns(request)).toBe(1);

  await page.goto(`/sessions/${SESSION}`);
  await expect(page.getByText("1 turn", { exact: false }).first()).toBeVisible();
  appendFileSync(file, exchange(1));
  await expect.poll(() => turns(request), { intervals: [50] }).toBe(2);
  await expect(page.getByRole("button", { name: "Show 1 new turn" })).toBeVisible();

  await page.goto("/connect");
  await expect(watch.getByRole("row", { name: /Claude Code/ })).toContainText("1");
  await stop.press("Enter");
  await expect(follow).toBeVisible();
  await page.waitForTimeout(1_000);
  appendFileSync(file, exchange(2));
  await page.waitForTimeout(1_500);
  expect(await turns(request)).toBe(2);
});
