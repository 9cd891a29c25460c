import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sessionId, test } from "./fixtures";

const DAEMON = "Publishing daemon";
const REFUND = "Refund agent";
const CLEARING = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "input_tokens", value: 3_000 }, keep: { type: "tool_uses", value: 2 } },
};

interface Marked {
  readonly id: string;
  readonly incident: string;
  readonly path: string;
}

async function marked(request: APIRequestContext, name: string, body: object): Promise<Marked> {
  const id = await sessionId(request, name);
  const response = await request.post(`/api/v1/sessions/${id}/incidents`, { data: body });
  expect(response.ok()).toBe(true);
  const { id: incident } = (await response.json()) as { id: string };
  return { id, incident, path: `/sessions/${id}/incidents/${incident}` };
}

async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

test("mark, annotate, preview, share, open elsewhere in the same state, revoke, refused", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, DAEMON);
  await page.goto(`/sessions/${id}?r=9-17`);
  await page.keyboard.press("m");
  const mark = page.getByRole("dialog", { name: "Mark an incident" });
  await expect(mark.getByLabel("First turn")).toHaveValue("9");
  await mark.getByLabel("Title").fill("The plan was cut off; ask ops@northwind.example");
  await mark.getByLabel("Severity").selectOption("serious");
  await mark.getByLabel("Outcome").selectOption("wrong");
  await mark.getByRole("button", { name: "Mark", exact: true }).click();
  await expect(page).toHaveURL(/\/incidents\/[\w-]+$/);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("re-fetches a source fetched at t−0:15");
  await expect(timeline).toContainText("turn 16");
  await expect(page.getByText(/^Turns 9 to 17: a window of up to [\d.]+k tokens, /)).toBeVisible();

  const form = page.getByRole("form", { name: "Add a note" });
  await form.getByLabel("Note on").selectOption("an eviction");
  await form.getByLabel("Note", { exact: true }).fill("First thing to go: the plan.");
  await form.getByRole("button", { name: "Add note" }).click();
  await expect(timeline).toContainText("First thing to go: the plan.");
  await expect(timeline.getByRole("link", { name: /^on eviction of/ })).toHaveAttribute(
    "href",
    /\/evictions\?turn=16&sel=/,
  );

  await page.getByRole("group").getByRole("button", { name: "Turns", exact: true }).click();
  await timeline.getByRole("button", { name: "[t+0:58]" }).click();
  await expect(page).toHaveURL(/turn=15/);
  await expect(page).toHaveURL(/axis=turns/);

  await page.getByRole("button", { name: "Share incident…" }).click();
  const share = page.getByRole("dialog", { name: "Share a snapshot" });
  await share.getByRole("radio", { name: /^Content, with secrets/ }).check();
  await expect(share.getByText("ops@northwind.example").first()).toBeVisible();
  await share.getByRole("button", { name: "Make the link" }).click();
  const url = (await share.getByTestId("share-url").textContent()) ?? "";
  expect(url).toMatch(/\/s\/[\w-]{43}$/);

  const reader = await elsewhere(browser);
  await reader.goto(url);
  await expect(reader.getByRole("heading", { name: /The plan was cut off; ask █+$/ })).toBeVisible();
  await expect(reader.getByRole("group").getByRole("button", { name: "Turns", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(reader.getByRole("heading", { name: /The window of turn 15/ })).toBeVisible();
  await expect(reader.getByRole("region", { name: "Timeline" })).toContainText(
    "First thing to go: the plan.",
  );
  expect(await reader.content()).not.toContain("ops@northwind.example");
  await expect(reader.getByRole("link", { name: /^on / })).toHaveCount(0);
  await expect(reader.getByRole("button", { name: /Add note|Edit|Delete|Share/ })).toHaveCount(0);

  await share.getByRole("button", { name: "Done" }).click();
  await page.goto(`/sessions/${id}/incidents`);
  const row = page.getByRole("listitem").filter({ hasText: /1 views?/ });
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText(/revoked \d/)).toBeVisible();
  await reader.reload();
  await expect(reader.getByText("This link leads nowhere")).toBeVisible();
  await reader.context().close();
});

test("is marked by wall-clock time, edited, and deleted after asking", async ({ page, request }) => {
  await page.goto(`/sessions/${await sessionId(request, DAEMON)}/plan`);
  await page.getByRole("button", { name: "Mark incident" }).click();
  const mark = page.getByRole("dialog", { name: "Mark an incident" });
  await mark.getByLabel("Title").fill("An hour in");
  await mark.getByRole("radio", { name: "Wall-clock time" }).check();
  await mark.getByLabel("From, UTC").fill("2026-05-20T06:40:00");
  await mark.getByLabel("Until, UTC").fill("2026-05-20T07:05:00");
  await mark.getByRole("button", { name: "Mark", exact: true }).click();
  await expect(page.getByText(/turns 12 to 14/)).toBeVisible();

  await page.getByRole("button", { name: "Edit…" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the incident" });
  await edit.getByLabel("Title").fill("Three turns, an hour in");
  await edit.getByLabel("Last turn").fill("15");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Three turns, an hour in" })).toBeVisible();
  await expect(page.getByText(/turns 12 to 15/)).toBeVisible();

  await page.getByRole("button", { name: "Delete…" }).last().click();
  const ask = page.getByRole("dialog", { name: "Delete this incident?" });
  await ask.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/incidents$/);
  await expect(page.getByText("Three turns, an hour in")).toHaveCount(0);
});

test("a block, an eviction, a step and a turn are annotated where they are shown", async ({
  page,
  request,
}) => {
  const title =
    "Notes under a title that is longer than the field in which it is to be chosen, and cut off there";
  const { id, path } = await marked(request, REFUND, { title, range: { from: 0, to: 6 } });
  const places = [
    [`/sessions/${id}/blocks/result%3Aorder`, "On the block", /^on tool result of get_order/],
    [`/sessions/${id}/evictions?sel=result%3Aorder`, "On the eviction", /^on eviction of tool result/],
  ] as const;
  for (const [view, text] of places) {
    await page.goto(view);
    await page.getByRole("button", { name: "Annotate" }).first().click();
    await annotate(page, text);
  }
  await page.goto(`/sessions/${id}/plan`);
  await page
    .getByRole("button", { name: /send the tracking e-mail/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Annotate" }).first().click();
  await annotate(page, "On the step");
  await page.goto(`/sessions/${id}/turns/5`);
  await page.keyboard.press("a");
  await annotate(page, "On the turn");
  await page.goto(path);
  for (const [, text, link] of [
    ...places,
    ["", "On the step", /^on step/] as const,
    ["", "On the turn", "on turn 5"] as const,
  ]) {
    const line = page.getByRole("listitem").filter({ hasText: text });
    await expect(line.getByRole("link", { name: link })).toBeVisible();
  }
});

async function annotate(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Annotate" });
  await dialog.getByLabel("Note", { exact: true }).fill(text);
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await dialog.getByRole("button", { name: "Add note" }).click();
  await expect(page).toHaveURL(/\/incidents\/[\w-]+\?turn=/);
  await expect(page.getByRole("listitem").filter({ hasText: text })).toBeVisible();
}

test("a finding becomes an incident under its title, with a note pinned to it, and is opened", async ({
  page,
  request,
}) => {
  await page.goto(`/sessions/${await sessionId(request, REFUND)}/incidents`);
  const row = page.getByRole("listitem").filter({ hasText: "which had left the window at turn 4" });
  await row.getByRole("button", { name: "Make an incident" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Make an incident" });
  await expect(dialog.getByLabel("Title")).toHaveValue(/that had left the window at turn 4$/);
  await dialog.getByRole("button", { name: "Make it", exact: true }).click();
  await expect(page).toHaveURL(/\/incidents\/[\w-]+\?turn=4$/);
  await expect(page.getByRole("link", { name: /^on finding “/ })).toHaveAttribute("href", /\/sessions\//);
});

test("a replay is part of an incident, of its files and of its share", async ({ page, request, browser }) => {
  const { id, path } = await marked(request, REFUND, { title: "The branch", range: { from: 0, to: 6 } });
  await request.post(`/api/v1/sessions/${id}/replay`, {
    data: { policies: [CLEARING, { ...CLEARING, pin: true }] },
  });
  await page.goto(path);
  await page.getByRole("button", { name: "Make it part of the incident" }).click();
  const part = page.getByRole("region", { name: "What another policy would have done" });
  const sentence = /with pinning, the step “.*” at turn 4 would have had its evidence\./;
  await expect(part.getByText(sentence)).toBeVisible();
  await expect(part.getByRole("row", { name: /with pinning 0 / })).toBeVisible();
  await expect(part.getByText("with another window it might have answered otherwise")).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Markdown" }).click();
  const markdown = readFileSync(await (await download).path(), "utf8");
  expect(markdown).toMatch(sentence);

  await page.getByRole("button", { name: "Share incident…" }).click();
  const share = page.getByRole("dialog", { name: "Share a snapshot" });
  await expect(share.getByRole("radio", { name: /^Structure, sizes/ })).toBeChecked();
  await share.getByRole("button", { name: "Make the link" }).click();
  const reader = await elsewhere(browser);
  await reader.goto((await share.getByTestId("share-url").textContent()) ?? "");
  await expect(
    reader.getByText(/with pinning, the branch at turn 4 would have had its evidence\./),
  ).toBeVisible();
  await reader.context().close();
});

test("is one HTML file that needs no server, and a page that prints", async ({ page, request, browser }) => {
  const note = { turn: 9, text: "<script>alert(1)</script> https://elsewhere.example" };
  const { path } = await marked(request, DAEMON, {
    title: "The daemon lost its plan",
    range: { from: 0, to: 19 },
    annotations: [note],
  });
  await page.goto(`${path}?turn=16`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "HTML" }).click();
  const file = await (await download).path();
  const context = await browser.newContext({ offline: true });
  const reader = await context.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  reader.on("request", (one) => asked.push(one.url()));
  reader.on("console", (message) => problems.push(message.text()));
  // A browser recognises HTML by the file's name.
  const content = readFileSync(file, "utf8");
  await reader.goto(pathToFileURL(file).href);
  await reader.setContent(content);
  await expect(reader.getByRole("heading", { name: "The daemon lost its plan" })).toBeVisible();
  await expect(reader.getByText(note.text)).toBeVisible();
  await expect(reader.getByText("re-fetches a source fetched at t+0:09")).toBeVisible();
  expect(await reader.locator("a, script, img, link").count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith("file:"))).toEqual([]);
  expect(problems).toEqual([]);
  await expectAccessible(reader);
  await context.close();

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  for (const name of ["Mark incident", "Share…", "Add note", "Print"])
    await expect(page.getByRole("button", { name })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(20, 23, 28)");
});

test("says where nothing is, and where an incident is gone", async ({ page, request }) => {
  const id = await sessionId(request, "Eight-turn loop");
  await page.goto(`/sessions/${id}/incidents`);
  await expect(page.getByText("Nothing is marked yet")).toBeVisible();
  const response = await page.goto(`/sessions/${id}/incidents/none`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText("No such incident", { exact: true })).toBeVisible();
});

test("is accessible: list, incident and share, wide and narrow", async ({ page, request, browser }) => {
  const range = { from: 0, to: 19 };
  const { id, incident, path } = await marked(request, DAEMON, { title: "Read by all", range });
  const made = await request.post(`/api/v1/sessions/${id}/shares`, { data: { incident } });
  const { url } = (await made.json()) as { url: string };
  const reader = await elsewhere(browser);
  for (const [one, address] of [
    [page, `/sessions/${id}/incidents`],
    [page, `${path}?turn=9`],
    [reader, url],
  ] as const) {
    await one.setViewportSize({ width: 1440, height: 900 });
    await one.goto(address);
    await expect(one.getByText("Read by all").first()).toBeVisible();
    await expectAccessible(one);
    await one.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(one);
  }
  await page.goto(path);
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page).toHaveURL(/table=1/);
  await expectAccessible(page);
  await reader.context().close();
});

test("of two tabs that edit an incident, the later one is told what it would replace", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, "Refund agent");
  const made = await request.post(`/api/v1/sessions/${id}/incidents`, {
    data: { title: "Edited twice", severity: "warning", outcome: "wrong", range: { from: 1, to: 4 } },
  });
  const { id: incident } = (await made.json()) as { id: string };
  await page.goto(`/sessions/${id}/incidents/${incident}`);
  await page.getByRole("button", { name: "Edit…" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the incident" });
  await edit.getByRole("textbox", { name: "Title" }).fill("Mine");
  const path = `/api/v1/sessions/${id}/incidents/${incident}`;
  await request.patch(path, { data: { title: "Theirs", severity: "serious" } });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toContainText("its title is now “Theirs”");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Mine" })).toBeVisible();
  const { incidents } = (await (await request.get(`/api/v1/sessions/${id}/incidents`)).json()) as {
    incidents: { id: string; title: string; severity: string }[];
  };
  expect(incidents.find((one) => one.id === incident)).toMatchObject({ title: "Mine", severity: "serious" });
  await request.delete(path);
});
