import { describe, expect, it } from "vitest";
import { isTelling, findTellingPart } from "./telling";

describe("a value that nobody knows without having seen it", () => {
  it.each(["ida.lund@example.com", "1,284.50", "€1.284,50", "12845.5", "ORD-48214402", "99120771"])(
    "is %s",
    (value) => expect(isTelling(value)).toBe(true),
  );

  it.each([
    "284.5",
    "3.14",
    "2026",
    "1.20.3",
    "src/orders/mail.ts",
    "handleModeChange",
    "it@example.com",
    "10,000",
  ])("is not %s", (value) => expect(isTelling(value)).toBe(false));

  it("is told by its name, where it is a mail address: many have its host", () => {
    expect(findTellingPart("ida.lund@support.example.com")).toBe("ida.lund");
  });
});
