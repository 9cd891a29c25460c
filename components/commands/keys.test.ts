import { describe, expect, it } from "vitest";
import { KEYS, keyName } from "./keys";

describe("the keyboard map", () => {
  it("gives every key one meaning", () => {
    const keys = Object.values<readonly string[]>(KEYS).flat();
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("names keys as they are typed", () => {
    expect(keyName({ key: "J", shiftKey: true })).toBe("J");
    expect(keyName({ key: "?", shiftKey: true })).toBe("?");
    expect(keyName({ key: "ArrowLeft", shiftKey: true })).toBe("Shift+ArrowLeft");
    expect(keyName({ key: "k", shiftKey: false, metaKey: true })).toBe("Mod+k");
  });
});
