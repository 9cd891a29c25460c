import { describe, expect, it } from "vitest";
import { hitsHref } from "../sessions/hits-href";
import { factsHref, ledgerHref, turnOfAddress, whyHref } from "./links";

describe("a question", () => {
  it("is a link that can be built by hand", () => {
    expect(whyHref("ses_1", 12, { q: "serializer.ts " })).toBe("/sessions/ses_1/why?turn=12&q=serializer.ts");
    expect(whyHref("a/b", null, { block: "result:c 1" })).toBe("/sessions/a%2Fb/why?block=result%3Ac+1");
    expect(factsHref("s", "a & b")).toBe("/sessions/s/facts?q=a+%26+b");
    expect(hitsHref("s", '"the order" -refund')).toBe("/sessions/s/facts?q=the+order");
    expect(ledgerHref("s", 4, 3)).toBe("/sessions/s/ledger?turn=4&against=3");
    expect(ledgerHref("s", null)).toBe("/sessions/s/ledger");
  });

  it("is about the turn that the page is about", () => {
    expect(turnOfAddress("/sessions/s/turns/12", "")).toBe(12);
    expect(turnOfAddress("/sessions/s", "?turn=7")).toBe(7);
    expect(turnOfAddress("/sessions/s/blocks/b", "?turn=x")).toBeNull();
  });
});
