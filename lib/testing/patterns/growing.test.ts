import { describe, expect, it } from "vitest";
import { textOnWhichItGrows } from "./growing";

describe("a pattern whose steps grow faster than its text is found", () => {
  it.each([
    String.raw`\/+$`,
    String.raw`<a>.*<\/a>`,
    String.raw`^(?:\d{3}|\d{4})+$`,
    String.raw`^\s*-?\s*x`,
    String.raw`[^/]*\/?[^/]+\/?$`,
    String.raw`("|')(?:\\.|.)*\1`,
  ])("%s", (source) => expect(textOnWhichItGrows({ source, flags: "" })).not.toBeNull());
});
