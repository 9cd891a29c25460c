import { describe, expect, it } from "vitest";
import { refusalOf } from "./guard";

const request = { host: "127.0.0.1:4318", origin: undefined, site: undefined, method: "GET" };

describe("refusalOf", () => {
  it.each([
    ["a client on this machine", {}],
    ["localhost by name", { host: "localhost:4318" }],
    ["IPv6 loopback", { host: "[::1]:4318" }],
    ["a page of its own", { origin: "http://127.0.0.1:4318", site: "same-origin", method: "POST" }],
    ["a link followed from elsewhere", { site: "cross-site" }],
  ])("lets %s pass", (_, parts) => expect(refusalOf({ ...request, ...parts })).toBeNull());

  it.each([
    ["a name that was rebound to this machine", { host: "evil.example:4318" }],
    ["a name that only begins like it", { host: "localhost.evil.example" }],
    ["no host at all", { host: undefined }],
    ["another site's script", { origin: "https://evil.example", method: "POST" }],
    ["another site's script that reads", { origin: "https://evil.example" }],
    ["another site's form", { site: "cross-site", method: "POST" }],
    ["a sandboxed page's form", { origin: "null", method: "POST" }],
  ])("refuses %s", (_, parts) => expect(refusalOf({ ...request, ...parts })).not.toBeNull());
});
