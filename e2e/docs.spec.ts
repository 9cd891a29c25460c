import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, test } from "./fixtures";

test.describe("the documentation", () => {
  test("opens from the help, and its pages link to one another", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Keyboard commands" }).click();
    await page.getByRole("link", { name: "Glossary" }).click();
    await expect(page.getByRole("heading", { name: "Glossary", level: 1 })).toBeVisible();
    await expect(page.getByRole("cell", { name: "residency", exact: true })).toBeVisible();
    const pages = page.getByRole("navigation", { name: "Documentation" });
    await pages.getByRole("link", { name: "Configuration" }).click();
    await expect(page).toHaveTitle("Configuration · Sightglass");
    await expect(page.getByRole("cell", { name: "SIGHTGLASS_HOME" })).toBeVisible();
  });

  test("describes every route of the API", async ({ page, request }) => {
    await page.goto("/docs/api");
    const { paths } = (await (await request.get("/api/v1/openapi.json")).json()) as {
      paths: Record<string, object>;
    };
    const routes = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    await expect(page.getByText(`${routes} routes.`)).toBeVisible();
    await page
      .getByText("The occupancy series of a session")
      .or(page.getByText("/api/v1/sessions/{id}/turns", { exact: true }))
      .first()
      .click();
    await expect(page.getByRole("cell", { name: "maxPoints" })).toBeVisible();
  });

  test("begins with where to begin, and groups the routes of the API", async ({ page }) => {
    await page.goto("/docs");
    await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
    await page.getByRole("article").getByRole("link", { name: "API reference" }).click();
    await page
      .getByRole("navigation", { name: "Groups of routes" })
      .getByRole("link", { name: /^trends/ })
      .click();
    await expect(page).toHaveURL(/#group-trends$/);
  });

  test("knows no page that is not there", async ({ page }) => {
    const answer = await page.goto("/docs/nothing-here");
    expect(answer?.status()).toBe(404);
  });

  test("is accessible and fits a phone", async ({ page }) => {
    for (const address of ["/docs", "/docs/glossary", "/docs/api"]) {
      await page.goto(address);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
});
