import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pageNames } from "./page-span";

const folder = mkdtempSync(path.join(os.tmpdir(), "page-names-"));
const file = path.join(folder, "routes-manifest.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the build writes it. */
const MANIFEST = {
  staticRoutes: [
    { page: "/", regex: "^/(?:/)?$" },
    { page: "/settings", regex: "^/settings(?:/)?$" },
  ],
  dynamicRoutes: [
    { page: "/docs/[[...page]]", regex: "^/docs(?:/(.+?))?(?:/)?$" },
    { page: "/sessions/[id]/turns/[turn]", regex: "^/sessions/([^/]+?)/turns/([^/]+?)(?:/)?$" },
  ],
};

describe("the name of a page", () => {
  it.each([
    ["/", "/"],
    ["/settings", "/settings"],
    ["/docs/views/replay", "/docs/{page}"],
    ["/sessions/my secret/turns/7", "/sessions/{id}/turns/{turn}"],
    ["/sessions/my secret", null],
  ])("of %s is %s", (at, name) => {
    writeFileSync(file, JSON.stringify(MANIFEST));
    expect(pageNames(file)(at)).toBe(name);
  });

  it("is not known while the app is being worked on", () => {
    expect(pageNames(null)("/settings")).toBeNull();
  });
});
