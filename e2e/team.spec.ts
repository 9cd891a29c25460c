import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, test, WITH_EXAMPLES } from "./fixtures";
import type { TeamServer } from "./team-server";
import { startTeamServer } from "./team-server";

const PORT = Number(process.env.E2E_TEAM_PORT ?? 4320);
const PASSWORD = "correct horse battery";

test.describe.configure({ mode: "serial" });

let team: TeamServer;
let owner: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  team = await startTeamServer(PORT);
  owner = await newPage(browser);
});
test.afterAll(() => team.stop());

async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: team.url })).newPage();
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { stopped });
    document.addEventListener("securitypolicyviolation", (event) =>
      stopped.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return page;
}

async function join(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Name").fill(name);
  if (await page.getByLabel("E-mail address").isEditable())
    await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
}

async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await page.evaluate(() => (window as unknown as { stopped: string[] }).stopped)).toEqual([]);
}

test("nobody gets in without signing in, and every link comes back to where it led", async () => {
  await owner.goto("/sessions/ses_x?turn=3");
  await expect(owner).toHaveURL("/sign-in?next=%2Fsessions%2Fses_x%3Fturn%3D3");
  await expectSound(owner);
  const refused = await owner.request.get("/api/v1/sessions");
  expect(refused.status()).toBe(401);
});

test("the first person becomes owner by the printed link, which works once", async ({ browser }) => {
  await owner.goto(team.ownerLink);
  await expect(owner.getByText("You will be its owner.")).toBeVisible();
  await expectSound(owner);
  await join(owner, team.ownerLink, "Ada", "ada@example.com");
  await expect(owner.getByRole("link", { name: /Publishing daemon/ })).toBeVisible();
  const other = await newPage(browser);
  await other.goto(team.ownerLink);
  await expect(other.getByText("This link leads nowhere")).toBeVisible();
  await other.context().close();
});

test("a program sends with a key that the owner makes, and reads nothing with it", async ({ playwright }) => {
  await owner.goto("/settings");
  await owner.getByLabel("Name of the key").fill("collector");
  await owner.getByRole("button", { name: "Create a key" }).click();
  const secret = await owner.getByTestId("secret").innerText();
  await expectSound(owner);
  const program = await playwright.request.newContext({
    baseURL: team.url,
    extraHTTPHeaders: { "x-api-key": secret },
  });
  const event = {
    id: "1",
    session: "from-a-program",
    at: "2026-03-01T10:00:00Z",
    type: "session.started",
    name: "From a program",
  };
  expect((await program.post("/api/v1/events", { data: { events: [event] } })).status()).toBe(200);
  expect((await program.get("/api/v1/sessions")).status()).toBe(403);
  await program.dispose();
  await owner.goto("/?q=From+a+program");
  await expect(owner.getByRole("link", { name: "From a program" })).toBeVisible();
});

test("a viewer who is invited looks, and is offered nothing that a viewer may not do", async ({
  browser,
}) => {
  await owner.goto("/settings");
  await owner.getByLabel("E-mail address, or empty for anybody").fill("bob@example.com");
  await owner.getByRole("button", { name: "Make an invitation" }).click();
  const link = await owner.getByText(/\/join\//).innerText();
  const viewer = await newPage(browser);
  await join(viewer, link, "Bob", "bob@example.com");
  await expect(viewer.getByLabel("Files to import")).toHaveCount(0);
  await viewer.goto(WITH_EXAMPLES);
  await viewer
    .getByRole("row", { name: /Publishing daemon/ })
    .getByRole("link")
    .first()
    .click();
  await expect(viewer.getByRole("heading", { name: /Publishing daemon/ })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Delete…" })).toHaveCount(0);
  await viewer.goto("/settings");
  await expect(viewer.getByText("Settings are for owners")).toBeVisible();
  await viewer.goto("/account");
  await expectSound(viewer);
  await viewer.getByRole("button", { name: "Sign out" }).click();
  await expect(viewer).toHaveURL("/sign-in");
  await viewer.getByLabel("E-mail address").fill("bob@example.com");
  await viewer.getByLabel("Password").fill("not the password");
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer.getByText("the e-mail address or the password is not right")).toBeVisible();
  await viewer.getByLabel("Password").fill(PASSWORD);
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer.getByRole("link", { name: "From a program" }).first()).toBeVisible();
  await viewer.context().close();
});

test("who removes a member reads before what ends with them, and takes over what is to stay", async ({
  browser,
}) => {
  await owner.goto("/settings");
  await owner.getByLabel("E-mail address, or empty for anybody").fill("carol@example.com");
  await owner.getByLabel("Role of the invited person").selectOption("owner");
  await owner.getByRole("button", { name: "Make an invitation" }).click();
  const carol = await newPage(browser);
  await join(carol, await owner.getByText(/\/join\//).innerText(), "Carol", "carol@example.com");
  await carol.goto("/settings");
  for (const name of ["nightly", "short-lived"]) {
    await carol.getByLabel("Name of the key").fill(name);
    await carol.getByRole("button", { name: "Create a key" }).click();
    await expect(carol.getByRole("button", { name: `Revoke ${name}` })).toBeVisible();
  }
  await carol.getByRole("button", { name: "Make an invitation" }).click();
  const back = await carol.getByText(/\/join\//).innerText();
  await owner.goto("/settings");
  await owner.getByLabel("Role of Carol").selectOption("editor");
  const dialog = owner.getByRole("dialog");
  await expect(dialog.getByText("1 invitation link stops working: whoever has the link.")).toBeVisible();
  await expect(
    dialog.getByText(/2 API keys work on; nobody who manages keys answers for them/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(owner.getByLabel("Role of Carol")).toHaveValue("owner");
  await owner.getByRole("button", { name: "Remove Carol" }).click();
  await expect(dialog.getByText("2 API keys stop working: nightly, short-lived.")).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByRole("button", { name: "Take over" }).click();
  await expect(dialog.getByText(/API keys/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Remove Carol" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(owner.getByLabel("Role of Carol")).toHaveCount(0);
  await expect(owner.getByText("carol@example.com, who has left; taken over by ada@example.com")).toHaveCount(
    2,
  );
  await carol.goto(back);
  await expect(carol.getByText("This link leads nowhere")).toBeVisible();
  await carol.context().close();
});

test("a form that is sent before the page answers is sent once it does, and no password gets into the address", async ({
  browser,
}) => {
  const early = await newPage(browser);
  let answer = (): void => undefined;
  const answering = new Promise<void>((resolve) => (answer = resolve));
  await early.route(/_next\/static\/.*\.js/, async (route) => {
    await answering;
    await route.continue();
  });
  await early.goto("/sign-in", { waitUntil: "commit" });
  await early.getByLabel("E-mail address").fill("bob@example.com");
  await early.getByLabel("Password").fill("not the password");
  await early.getByLabel("Password").press("Enter");
  await expect(early).toHaveURL("/sign-in");
  answer();
  await expect(early.getByText("the e-mail address or the password is not right")).toBeVisible();
  await expect(early).toHaveURL("/sign-in");
  await early.context().close();
});

test("another project shows nothing of the first", async () => {
  await owner.goto("/settings");
  await owner.getByLabel("Name of the project").fill("Second");
  await owner.getByRole("button", { name: "Create a project" }).click();
  await expect(owner.getByRole("heading", { name: "Settings of Second" })).toBeVisible();
  await owner.goto("/");
  await expect(owner.getByText("No sessions yet", { exact: true })).toBeVisible();
  await owner.getByLabel("Project").selectOption("Default");
  await expect(owner.getByRole("link", { name: "From a program" }).first()).toBeVisible();
});

test("an owner deletes a session, and the audit log tells who did what", async () => {
  await owner.goto("/?q=From+a+program");
  await owner.getByRole("link", { name: "From a program" }).click();
  await owner.getByRole("button", { name: "Delete…" }).click();
  await owner.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(owner).toHaveURL("/");
  await expect(owner.getByRole("button", { name: "Undo" })).toBeVisible();
  const log = owner.getByRole("region", { name: "Audit log" });
  await expect(async () => {
    await owner.goto("/settings/audit-log");
    await expect(log.getByText("deleted a session").first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  for (const what of ["deleted a session", "created a key", "failed to sign in", "joined", "created a key"])
    await expect(log.getByText(what).first()).toBeVisible();
  await expectSound(owner);
  await owner.context().close();
});
