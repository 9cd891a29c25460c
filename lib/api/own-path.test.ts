import { describe, expect, it } from "vitest";
import { startOidc } from "./endpoints/people";
import { isOwnPath } from "./own-path";

describe("where a browser goes after signing in", () => {
  it.each(["/", "/sessions/ses_1?turn=3#a", "/a//b", "/join/x%20y", "/%09/x"])("may be %j", (path) => {
    expect(isOwnPath(path)).toBe(true);
    expect(new URL(path, "https://glass.example").origin).toBe("https://glass.example");
  });

  it.each(["/sessions/ü", "/\u3002/evil.example", "/\uff0f/x?q=\u{1f600}#é", "/\ufffd", "/a b"])(
    "is written as a header can hold it: %j",
    (path) => {
      const { next } = startOidc.query.parse({ next: path });
      expect(() => new Headers({ location: next })).not.toThrow();
      expect(next).toMatch(/^\/[\x21-\x7e]*$/);
      expect(new URL(next, "https://glass.example").href).toBe(new URL(path, "https://glass.example").href);
    },
  );

  it.each([
    "//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "\t//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\0/evil.example",
    "///evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/\u2028/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
  ])("is not %j", (path) => {
    expect(isOwnPath(path)).toBe(false);
    expect(startOidc.query.safeParse({ next: path }).success).toBe(false);
  });
});
