import { describe, expect, it } from "vitest";
import { isReadablePath, hasTwoHosts, findRefusal, findUnanswerable } from "./guard";

const request = { host: "127.0.0.1:4318", origin: undefined, site: undefined, method: "GET" };

describe("a path", () => {
  it.each(["/", "/sessions/ses_1?q=%ED%A0%80", "/a%20b", "/%E2%82%AC", undefined])("may be %s", (url) =>
    expect(isReadablePath(url)).toBe(true),
  );
  it.each([
    "/%ED%A0%80",
    "/%",
    "/%zz",
    "/sessions/%ff",
    "/a%00b",
    "*",
    "http://evil.example/",
    "evil.example:443",
  ])("may not be %s", (url) => expect(isReadablePath(url)).toBe(false));
});

describe("a request", () => {
  it.each(["TRACE", "PROPFIND", "QUERY", "get", ""])(
    "of a method that no route has is refused: %j",
    (method) => expect(findUnanswerable(method, "/api/v1/health")?.status).toBe(405),
  );
  it.each(["*", "http://evil.example/", "evil.example:443", "//%ff", ""])(
    "for something that is no path is refused: %j",
    (url) => expect(findUnanswerable("OPTIONS", url)?.status).toBe(400),
  );
  it.each(["GET", "HEAD", "OPTIONS", "DELETE", undefined])("by %s for a path passes", (method) =>
    expect(findUnanswerable(method, "/sessions?q=*")).toBeNull(),
  );
});

describe("what costs before anybody is known", () => {
  const parameters = (count: number) => `/?${Array.from({ length: count }, (_, i) => `p${i}=1`).join("&")}`;
  it("is refused for its number of parameters", () => {
    expect(findUnanswerable("GET", parameters(1_500))?.status).toBe(414);
    expect(findUnanswerable("GET", `/?${"&".repeat(5_000)}`)?.status).toBe(414);
    expect(findUnanswerable("GET", parameters(200))).toBeNull();
  });
});

describe("a request that names its host twice", () => {
  it("is known, however the name is written", () => {
    expect(hasTwoHosts(["Host", "127.0.0.1", "Accept", "*/*", "hOST", "evil.example"])).toBe(true);
    expect(hasTwoHosts(["Host", "host", "x-host", "Host"])).toBe(false);
  });
});

describe("findRefusal", () => {
  it.each([
    ["a client on this machine", {}],
    ["localhost by name", { host: "localhost:4318" }],
    ["IPv6 loopback", { host: "[::1]:4318" }],
    ["a page of its own", { origin: "http://127.0.0.1:4318", site: "same-origin", method: "POST" }],
    ["a link followed from elsewhere", { site: "cross-site" }],
  ])("lets %s pass", (_, parts) => expect(findRefusal({ ...request, ...parts })).toBeNull());

  it.each([
    ["a name that was rebound to this machine", { host: "evil.example:4318" }],
    ["a name that only begins like it", { host: "localhost.evil.example" }],
    ["no host at all", { host: undefined }],
    ["another site's script", { origin: "https://evil.example", method: "POST" }],
    ["another site's script that reads", { origin: "https://evil.example" }],
    ["another site's form", { site: "cross-site", method: "POST" }],
    ["a sandboxed page's form", { origin: "null", method: "POST" }],
    ["a page on another port of this machine", { origin: "http://127.0.0.1:5000", method: "POST" }],
    ["a script on another port that reads", { origin: "http://127.0.0.1:5000" }],
    ["a page of this machine under another name", { origin: "http://localhost:4318", method: "POST" }],
    ["a form on another port that hides where it is from", { site: "same-site", method: "POST" }],
    ["a form of a site that is written in another way", { site: "Cross-Site", method: "POST" }],
  ])("refuses %s", (_, parts) => expect(findRefusal({ ...request, ...parts })).not.toBeNull());

  describe("where people sign in", () => {
    const team = "https://glass.example";
    const own = { host: "glass.example", origin: team, site: "same-origin", method: "POST" };

    it.each([
      ["its own pages", own],
      [
        "a program that calls it by another name",
        { ...own, host: "sightglass:4318", origin: undefined, site: undefined },
      ],
      ["a link followed from elsewhere", { ...own, method: "GET", origin: undefined, site: "cross-site" }],
    ])("lets %s pass", (_, parts) => expect(findRefusal(parts, team)).toBeNull());

    it.each([
      ["another site's script", { ...own, origin: "https://evil.example" }],
      ["a script of the same name over http", { ...own, origin: "http://glass.example" }],
      ["another site's form", { ...own, origin: undefined, site: "cross-site" }],
      ["a sandboxed page's form", { ...own, origin: "null" }],
    ])("refuses %s", (_, parts) => expect(findRefusal(parts, team)).not.toBeNull());
  });
});
