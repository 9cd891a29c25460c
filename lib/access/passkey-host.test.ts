import { describe, expect, it } from "vitest";
import { isPasskeyHost } from "./passkey-host";

describe("passkeys", () => {
  it.each([
    ["https://glass.example", true],
    ["http://localhost:4318", true],
    ["http://127.0.0.1:4318", false],
    ["https://192.0.2.1", false],
    ["https://[2001:db8::1]", false],
    ["http://glass.example", false],
  ])("at %s: %s", (url, taken) => expect(isPasskeyHost(new URL(url))).toBe(taken));
});
