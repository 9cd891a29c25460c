import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { sampleSecrets } from "@/lib/testing/sample-secrets";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

const DEMO = "Publishing daemon";
const SECRET_SESSION = "e2e-shares";
const secrets = sampleSecrets(7);
const email = secrets.find(({ what }) => what === "e-mail address")?.value ?? "";

async function elsewhere(browser: Browser): Promise<{ page: Page; asked: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Whether the share still stands is all that its page may ask.
    if (!/^\/api\/v1\/shares\/[^/]+\/state$/.test(pathname)) asked.push(pathname);
  });
  return { page, asked };
}

async function chooseContent(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /^Content, with secrets/ }).check();
  await expect(page.getByText(/found\. Ticked values|Nothing to mask was found/)).toBeVisible();
}

function looked(page: Page) {
  return page.getByRole("region", { name: "The page as the visitor will see it" });
}

/** Selects a text of the page as a pointer would. */
function select(page: Page, text: string): Promise<void> {
  return looked(page).evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node as Text).data.indexOf(wanted);
      if (at >= 0) return document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
    throw new Error(`the page does not say ${wanted}`);
  }, text);
}

/** Six characters in a row of a value, of which most are its own: not of an issuer's beginning or an address's end. */
function piecesOf(value: string): string[] {
  const own = value.replace(/(?:@|\\u0040).*/, "");
  return Array.from({ length: Math.max(0, own.length - 5) }, (_, at) => own.slice(at, at + 6)).filter(
    (piece) => /\d/.test(piece) && piece.replace(/[^\p{L}\p{N}]/gu, "").length >= 5,
  );
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Make the link" }).click();
  return (await page.getByTestId("share-url").textContent()) ?? "";
}

async function share(request: APIRequestContext, id: string, body: object): Promise<string> {
  const response = await request.post(`/api/v1/sessions/${id}/shares`, { data: body });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

async function replayOf(request: APIRequestContext, id: string): Promise<string> {
  const data = { policies: [{ kind: "recorded" }, { kind: "keep-last-n", options: { n: 2 } }] };
  const response = await request.post(`/api/v1/sessions/${id}/replay`, { data });
  const { id: run } = (await response.json()) as { id: string };
  await expect
    .poll(async () => {
      const saved = await request.get(`/api/v1/sessions/${id}/replays/${run}`);
      return ((await saved.json()) as { status: string }).status;
    })
    .toBe("done");
  return run;
}

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const text = secrets.map(({ inText, value }) => inText ?? value).join(" and ");
  const at = "2026-03-01T09:00:00Z";
  const session = SECRET_SESSION;
  const user = { id: "goal", kind: "user_goal", content: `Please look at ${text}` };
  const file = { id: "file", kind: "tool_result", label: `report ${email}.pdf`, content: `It says ${text}` };
  await sendEvents(request, [
    { id: "0", session, at, type: "session.started", name: `With secrets of ${email}` },
    { id: "1", session, at, type: "turn.recorded", turn: 0, window: { entries: [user, file] } },
    { id: "2", session, at, type: "turn.recorded", turn: 1, window: { entries: [user] } },
  ]);
  await request.dispose();
});

test("a view is shared from its header and opens elsewhere as it stood, until it is revoked", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, DEMO);
  await page.goto(`/sessions/${id}?turn=4&y=share`);
  await page.getByRole("button", { name: "Share…" }).click();
  await expect(page.getByLabel("What to share")).toHaveValue("0");
  await chooseContent(page);
  await expectAccessible(page);
  const url = await makeLink(page);

  const { page: other, asked } = await elsewhere(browser);
  await other.goto(url);
  await expect(other.getByRole("heading", { name: "Turn 4", exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: "Share…" })).toHaveCount(0);
  await expect(other.locator('main a[href^="/sessions"]')).toHaveCount(0);
  await other.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await other.keyboard.press("j");
  await expect(other.getByRole("heading", { name: "Turn 5", exact: true })).toBeVisible();
  expect(new URL(other.url()).search).toBe("");
  expect(asked.filter((path) => path.startsWith("/api/") || path.startsWith("/sessions"))).toEqual([]);
  await expectAccessible(other);
  await other.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(other);

  await page.goto(`/sessions/${id}/incidents`);
  const row = page
    .getByRole("listitem")
    .filter({ hasText: /1 view, last/ })
    .first();
  const answered = page.waitForResponse((response) => response.request().method() === "DELETE");
  await row.getByRole("button", { name: /^Revoke the link to/ }).click();
  expect((await answered).ok()).toBe(true);
  await expect(row.getByText(/^revoked/)).toBeVisible();
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(other.getByText("This share has ended")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Turn 5", exact: true })).toHaveCount(0);
  expect((await other.goto(url))?.status()).toBe(404);
  await expect(other.getByText("This link leads nowhere")).toBeVisible();
});

test("a comparison of a replay opens as a comparison", async ({ request, browser }) => {
  const id = await sessionId(request, DEMO);
  const run = await replayOf(request, id);
  const token = await share(request, id, { page: { path: "/replay", search: `?run=${run}&view=compare` } });
  const { page, asked } = await elsewhere(browser);
  await page.goto(`/s/${token}`);
  await expect(page.getByRole("button", { name: "Compare two" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(/The windows first differ|No difference/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Run" })).toHaveCount(0);
  await page.getByRole("button", { name: "Results" }).click();
  await expect(page.getByRole("region", { name: "Results by policy" })).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("every view opens behind its link, and no byte of any holds six characters of a secret", async ({
  request,
  browser,
}) => {
  test.setTimeout(180_000);
  const id = await sessionId(request, SECRET_SESSION);
  const run = await replayOf(request, id);
  const pages = [
    { path: "", search: "?turn=0" },
    { path: "/turns/0", search: "" },
    { path: "/blocks/file", search: "" },
    { path: "/evictions", search: "?sel=file&turn=1" },
    { path: "/ledger", search: `?turn=0&q=${encodeURIComponent(email)}` },
    { path: "/plan", search: "" },
    { path: "/why", search: `?turn=1&q=${encodeURIComponent(email)}` },
    { path: "/facts", search: `?q=${encodeURIComponent(email)}` },
    { path: "/replay", search: `?run=${run}&view=compare` },
  ];
  const { page } = await elsewhere(browser);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  for (const one of [...pages.map((at) => ({ page: at })), {}]) {
    const token = await share(request, id, one);
    const served = [];
    for (const path of [`/s/${token}`, `/api/v1/shares/${token}`, `/api/v1/shares/${token}/image`]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(response.headers()["x-robots-tag"]).toContain("noindex");
      expect(response.headers()["referrer-policy"]).toBe("no-referrer");
      served.push((await response.body()).toString("latin1"), (await response.body()).toString("utf8"));
    }
    const payload = await request.get(`/s/${token}`, { headers: { RSC: "1" } });
    served.push(await payload.text());
    if (!("page" in one))
      for (const format of ["html", "md", "csv"])
        served.push(await (await request.get(`/api/v1/shares/${token}?format=${format}`)).text());
    for (const { what, value } of secrets)
      for (const form of [
        value,
        encodeURIComponent(value),
        JSON.stringify(value).slice(1, -1),
        ...piecesOf(value),
      ])
        expect({ one, what, form, told: served.some((text) => text.includes(form)) }).toEqual({
          one,
          what,
          form,
          told: false,
        });
    expect(served[0]).toContain('name="robots" content="noindex, nofollow"');
    await page.goto(`/s/${token}`);
    await expect(page.getByText("A frozen snapshot, shared from Sightglass.")).toBeVisible();
    await expect(page.getByText(/could not be read|not part of what was shared/)).toHaveCount(0);
  }
  expect(problems).toEqual([]);
});

test("a share without content shows structure and numbers, and may go without an image", async ({
  request,
}) => {
  const id = await sessionId(request, SECRET_SESSION);
  const token = await share(request, id, {
    page: { path: "/turns/0", search: "" },
    content: "off",
    image: false,
  });
  const html = await (await request.get(`/s/${token}`)).text();
  expect(html).not.toContain("Please look at");
  expect(html).not.toContain("og:image");
  expect(html).toContain("#1");
  expect((await request.get(`/api/v1/shares/${token}/image`)).status()).toBe(404);
});

test("a passphrase is asked for, opens the page once it is right, and is not to be guessed", async ({
  request,
  browser,
}) => {
  const id = await sessionId(request, DEMO);
  const token = await share(request, id, {
    page: { path: "/plan", search: "" },
    passphrase: "open sesame please",
  });
  const { page } = await elsewhere(browser);
  await page.goto(`/s/${token}`);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await expect(page.getByRole("heading", { name: "This share has a passphrase" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.content()).not.toContain(DEMO);
  const tryOne = async (passphrase: string) => {
    await page.getByLabel("Passphrase").fill(passphrase);
    await page.getByRole("button", { name: "Open" }).click();
  };
  await tryOne("open barley please");
  await expect(page.getByText("the passphrase is not right")).toBeVisible();
  await tryOne("open sesame please");
  await expect(page.getByRole("heading", { name: new RegExp(DEMO) })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: new RegExp(DEMO) })).toBeVisible();

  const { page: guesser } = await elsewhere(browser);
  await guesser.goto(`/s/${token}`);
  await guesser.locator("html[data-hydrated]").waitFor({ state: "attached" });
  for (let i = 0; i < 6; i++) {
    await guesser.getByLabel("Passphrase").fill(`open guess number ${i}`);
    const answer = guesser.waitForResponse(/\/unlock$/);
    await guesser.getByRole("button", { name: "Open" }).click();
    await answer;
  }
  await expect(guesser.getByText("too many attempts; try again later")).toBeVisible();
});

test("the last look shows the page as the visitor gets it; masks are opened, shown and added", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, SECRET_SESSION);
  const rules = async () => (await request.get("/api/v1/redaction-rules")).text();
  const before = await rules();
  await page.goto(`/sessions/${id}/turns/0`);
  await page.getByRole("button", { name: "Share…" }).click();
  await expect(page.getByRole("radio", { name: /^Structure, sizes and names of tools/ })).toBeChecked();
  await expect(looked(page).getByRole("heading", { level: 1 })).toBeVisible();
  await expect(looked(page)).not.toContainText("Please look at");

  await chooseContent(page);
  await expect(looked(page)).toContainText("Please look at █");
  await expect(looked(page)).not.toContainText(email);
  expect(await looked(page).innerHTML()).not.toMatch(/[\ue000-\uf8ff]/);
  await expectAccessible(page);

  const mask = page.getByRole("button", { name: "Masked: e-mail address" });
  await mask.first().focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("group", { name: "This mask" });
  await expect(card).toContainText(email.slice(0, 6));
  await expect(card.getByRole("button", { name: "Show this value" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await mask.first().click();
  await card.getByRole("button", { name: /^Show all \d+: e-mail address/ }).click();
  await expect(looked(page)).toContainText(email);
  const kinds = page.getByRole("region", { name: "What is masked" });
  await expect(kinds.getByRole("button", { name: "Mask all: e-mail address" })).toBeVisible();

  await select(page, "Please look");
  await page.getByRole("button", { name: "Mask it everywhere" }).click();
  await expect(looked(page)).not.toContainText("Please look");
  const byHand = page.getByRole("list", { name: "Texts masked by hand" });
  await expect(byHand).toContainText(/Please look ?masked in \d+ place/);
  expect(await rules()).toBe(before);
  await byHand.getByRole("button", { name: "Mask it in all later shares of this project" }).click();
  await expect(byHand).toContainText("The project’s rules say so now.");
  expect(await rules()).toContain("Please look");
  await request.put("/api/v1/redaction-rules", { data: JSON.parse(before) as object });

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const dialog = page.getByRole("dialog", { name: "Share a snapshot" });
  expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });

  const seen = await looked(page).innerText();
  const { page: other } = await elsewhere(browser);
  await other.goto(await makeLink(page));
  await expect(other.getByRole("heading", { level: 1 })).toContainText(email);
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  // Times are in the visitor's own zone once the page answers.
  await expect.poll(async () => words(await other.locator("body").innerText())).toContain(words(seen));
  const served = await other.locator("body").innerText();
  expect(served).not.toContain("Please look");
  expect(await other.content()).not.toContain(secrets[0]?.value);
});

test("what was found is listed by kind in its sentence, and a value is shown by its box", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, SECRET_SESSION);
  await page.goto(`/sessions/${id}/turns/0`);
  await page.getByRole("button", { name: "Share…" }).click();
  await chooseContent(page);
  const masked = page.getByRole("region", { name: "What is masked" });
  const hit = () => masked.getByRole("listitem").filter({ hasText: email });
  await expect(hit().first()).toContainText("e-mail address");
  for (let i = 0; i < (await hit().count()); i++) {
    await hit().nth(i).getByRole("checkbox").uncheck();
    await expect(masked).toContainText(`${i + 1} shown`);
  }
  await expect(page.getByRole("button", { name: "Make the link" })).toBeEnabled();
  const { page: other } = await elsewhere(browser);
  await other.goto(await makeLink(page));
  await expect(other.getByRole("heading", { level: 1 })).toContainText(email);
  expect(await other.content()).not.toContain(secrets[0]?.value);
});

test("a project's own rules are added, refused where they could take for ever, and removed", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, DEMO);
  await page.goto("/settings?tab=data");
  const section = page.getByRole("region", { name: "Redaction" });
  await section.getByLabel("Name", { exact: true }).fill("job number");
  await section.getByRole("combobox", { name: "Kind" }).selectOption("regex");
  await section.getByLabel("Pattern", { exact: true }).fill("(a+)+$");
  await section.getByRole("button", { name: "Add the rule" }).click();
  await expect(section.getByRole("alert")).toContainText("Pattern: ");
  await section.getByLabel("Pattern", { exact: true }).fill("job \\d{4}");
  await section.getByRole("button", { name: "Add the rule" }).click();
  await expect(section.getByRole("list", { name: "Rules of this project" })).toContainText("job number");
  await section.getByText(/What is looked for/).click();
  await expectAccessible(page);
  const token = await share(request, id, {});
  expect(await (await request.get(`/api/v1/shares/${token}`)).text()).not.toMatch(/Job \d{4}/i);
  await section.getByRole("button", { name: "Remove the rule job number" }).click();
  await expect(section.getByText("job number")).toHaveCount(0);
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
});
