import { describe, expect, it } from "vitest";
import { rememberWindow, getRememberedWindow } from "./window-memory";

const window = (seq: number, chars: number) => ({ seq, entries: [{ id: "b", label: "x".repeat(chars) }] });
const MB = 2 ** 20;

describe("remembered windows", () => {
  it("are those of the newest sessions, up to a bound of their size", () => {
    for (let i = 0; i < 40; i++) rememberWindow(`large ${i}`, window(i, MB));
    const held = Array.from({ length: 40 }, (_, i) => getRememberedWindow(`large ${i}`, i) !== null);
    expect(held.filter(Boolean).length).toBeLessThan(17);
    expect(held.slice(-10)).toEqual(Array<boolean>(10).fill(true));
  });

  it("are many where they are small", () => {
    for (let i = 0; i < 2_000; i++) rememberWindow(`small ${i}`, window(i, 50));
    expect(getRememberedWindow("small 0", 0)).not.toBeNull();
    expect(getRememberedWindow("small 0", 1)).toBeNull();
    rememberWindow("small 0", null);
    expect(getRememberedWindow("small 0", 0)).toBeNull();
  });
});
