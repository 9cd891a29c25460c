import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import type { TeamServer } from "./team-server";
import { startTeamServer } from "./team-server";

const PORT = Number(process.env.E2E_PASSKEY_PORT ?? 4322);
const PASSWORD = "correct horse battery";
const EMAIL = "ada@example.com";

let team: TeamServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  // Browsers accept passkeys for names only, not for IP addresses.
  team = await startTeamServer(PORT, "localhost");
});
test.afterAll(() => team.stop());

/**
 * Adds a virtual device with passkeys.
 * @returns a function that sets whether its user proves their identity
 */
async function addAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

test("a passkey is added, signs its owner in, resets a lost password, and is removed", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await (await browser.newContext({ baseURL: team.url })).newPage();
  const setVerified = await addAuthenticator(page);
  await page.goto(team.ownerLink);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();

  await page.goto("/account");
  await page.getByLabel("Name of the passkey").fill("laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText("laptop");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await expectAccessible(page);
  await setVerified(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("main").getByRole("alert")).not.toBeEmpty();
  await setVerified(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();

  await page.goto("/account");
  await page.getByText("Reset a lost password").click();
  await page.getByLabel("Another password").fill("another horse battery");
  await page.getByRole("button", { name: "Set it with a passkey" }).click();
  await expect(page.getByText("The password is set.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the passkey laptop" }).click();
  await expect(page.getByRole("list", { name: "Your passkeys" })).toBeHidden();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("main").getByRole("alert")).not.toBeEmpty();
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill("another horse battery");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
});
