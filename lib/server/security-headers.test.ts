import { describe, expect, it } from "vitest";
import { makeSecurityHeaders } from "./security-headers";

const context = { path: "/sessions/ses_1", nonce: "bm9uY2U=", https: false, dev: false };

function directives(path: string, parts: Partial<typeof context> = {}): Map<string, string[]> {
  const policy = makeSecurityHeaders({ ...context, ...parts, path })["content-security-policy"] ?? "";
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values];
    }),
  );
}

describe("makeSecurityHeaders", () => {
  it("let a page run the scripts that the server put there, and no others", () => {
    const policy = directives("/");
    expect(policy.get("script-src")).toEqual(["'nonce-bm9uY2U='", "'strict-dynamic'"]);
    expect(policy.get("style-src")).not.toContain("'unsafe-inline'");
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  });

  it("let a page fetch from nobody but this server", () => {
    const sources = [...directives("/").entries()].flatMap(([name, values]) =>
      name.endsWith("-src") ? values : [],
    );
    expect(sources.filter((source) => /\*|https?:|ws:/.test(source))).toEqual([]);
  });

  it.each(["/api/v1/sessions", "/v1/traces"])("let the answer of %s load and run nothing", (path) => {
    expect(directives(path).get("default-src")).toEqual(["'none'"]);
    expect(directives(path).has("script-src")).toBe(false);
    expect(makeSecurityHeaders({ ...context, path })["cache-control"]).toContain("no-store");
  });

  it("are the same for every path where they are about the browser", () => {
    for (const path of ["/", "/api/v1/health", "/_next/static/a.js", "/nothing-here"])
      expect(makeSecurityHeaders({ ...context, path })).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "permissions-policy": expect.stringContaining("camera=()") as string,
      });
  });

  it("promise https only where there is https", () => {
    expect(makeSecurityHeaders(context)).not.toHaveProperty("strict-transport-security");
    expect(makeSecurityHeaders({ ...context, https: true })["strict-transport-security"]).toMatch(
      /^max-age=\d{8}; includeSubDomains$/,
    );
  });
});
