import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { makeLoggablePaths } from "./loggable-path";
import { pageNames } from "./page-span";

const folder = mkdtempSync(path.join(os.tmpdir(), "loggable-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The pages and route files of the app, as the build lists them. */
const PAGES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)(?:page|route)\.tsx?$/.test(file))
  .map((file) => `/${path.dirname(file)}`.replace("/.", "/"));
const manifest = path.join(folder, "routes-manifest.json");
const patternOf = (page: string) =>
  `^${page.replaceAll(/\/\[\[\.\.\.\w+\]\]/g, "(?:/(.+?))?").replaceAll(/\[\w+\]/g, "([^/]+?)")}(?:/)?$`;
const routes = (isDynamic: boolean) =>
  PAGES.filter((page) => page.includes("[") === isDynamic).map((page) => ({ page, regex: patternOf(page) }));
writeFileSync(manifest, JSON.stringify({ staticRoutes: routes(false), dynamicRoutes: routes(true) }));

const SECRETS = ["tOkEn-0123456789_abcdefghijklmnopqrstuvwxyzABC", "0a1b2c3d", "sgk_lowercase", "ses_token"];
const ways = [makeLoggablePaths(pageNames(manifest)), makeLoggablePaths(pageNames(null))];

describe("what a log says of a path", () => {
  it("is the template of the route, for every declared route with parameters", () => {
    for (const loggable of ways)
      for (const { path: declared } of ENDPOINTS)
        for (const secret of SECRETS) {
          const asked = declared.replaceAll(/\{\w+\}/g, secret);
          expect(loggable(asked)).toBe(declared);
        }
  });

  it("is the template of the page, for every page with parameters", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["/s/[token]", "/join/[token]"]));
    for (const page of PAGES)
      for (const secret of SECRETS) {
        const asked = page.replaceAll(/\[{1,2}(?:\.\.\.)?\w+\]{1,2}/g, secret);
        for (const loggable of ways) if (asked !== page) expect(loggable(asked)).not.toContain(secret);
      }
    expect(ways[0]?.("/s/secret")).toBe("/s/{token}");
    expect(ways[0]?.("/join/secret/")).toBe("/join/{token}");
  });

  it.each([
    ["/s/secret/more", "/…/…/…"],
    ["/S/secret", "/…/…"],
    ["//s/secret", "//…/…"],
    ["/join/secret/secret", "/join/…/…"],
    ["/api/v1/shares/secret/nothing", "/api/v1/shares/…/…"],
    ["/api/v2/shares/secret", "/api/…/shares/…"],
    ["/%73/secret", "/…/…"],
    ["/s%2Fsecret", "/…"],
    ["http://host/s/secret", "…//…/…/…"],
    ["*", "…"],
    ["/", "/"],
    ["/api/v1/sessions", "/api/v1/sessions"],
    ["/_next/static/chunks/a.js", "/_next/{file}"],
  ])("of no route, such as %s, is what routes have in common with it", (asked, said) => {
    for (const loggable of ways) expect(loggable(asked)).toBe(said);
  });
});
