import { describe, expect, it } from "vitest";
import { newKeyText, hashSecret, findSecret } from "./key-text";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const secret = (headers: Record<string, string>) => findSecret(new Headers(headers));

describe("keys", () => {
  it("are long, begin alike, and are known by a hash and a short beginning", () => {
    const key = newKeyText();
    expect(key.text).toMatch(/^sgk_[\w-]{43}$/);
    expect(key.text.startsWith(key.prefix)).toBe(true);
    expect(key.prefix.length).toBe(12);
    expect(key.hash).toBe(hashSecret(key.text));
    expect(newKeyText().text).not.toBe(key.text);
  });
});

describe("findSecret", () => {
  it.each([
    ["a bearer token", { authorization: "Bearer sgk_a" }],
    ["a bearer token, however the scheme is written", { authorization: "bearer  sgk_a" }],
    ["its own header", { "x-api-key": "sgk_a" }],
    ["the password of basic credentials", { authorization: basic("pk-1:sgk_a") }],
    ["the user of basic credentials", { authorization: basic("sgk_a:") }],
    [
      "one of two places, the other of which is meant for somebody else",
      {
        authorization: "Bearer sk-other",
        "x-api-key": "sgk_a",
      },
    ],
  ])("finds a key as %s", (_, headers) => expect(secret(headers)).toBe("sgk_a"));

  it("hands on a secret that is no key, so that it can be refused", () => {
    expect(secret({ authorization: "Bearer sk-other" })).toBe("sk-other");
  });

  it.each([
    ["no header", {}],
    ["an empty one", { authorization: "", "x-api-key": "" }],
    ["a scheme without a value", { authorization: "Bearer" }],
    ["another scheme", { authorization: "Digest sgk_a" }],
  ])("finds nothing in %s", (_, headers) => expect(secret(headers)).toBeNull());
});
