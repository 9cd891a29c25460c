import { describe, expect, it } from "vitest";
import { makeHitsHref } from "../sessions/hits-href";
import { makeFactsHref, makeLedgerHref, turnOfAddress, makeWhyHref } from "./links";

describe("a question", () => {
  it("is a link that can be built by hand", () => {
    expect(makeWhyHref("ses_1", 12, { q: "serializer.ts " })).toBe(
      "/sessions/ses_1/why?turn=12&q=serializer.ts",
    );
    expect(makeWhyHref("a/b", null, { block: "result:c 1" })).toBe("/sessions/a%2Fb/why?block=result%3Ac+1");
    expect(makeFactsHref("s", "a & b")).toBe("/sessions/s/facts?q=a+%26+b");
    expect(makeHitsHref("s", '"the order" -refund')).toBe("/sessions/s/facts?q=the+order");
    expect(makeLedgerHref("s", 4, 3)).toBe("/sessions/s/ledger?turn=4&against=3");
    expect(makeLedgerHref("s", null)).toBe("/sessions/s/ledger");
  });

  it("is about the turn that the page is about", () => {
    expect(turnOfAddress("/sessions/s/turns/12", "")).toBe(12);
    expect(turnOfAddress("/sessions/s", "?turn=7")).toBe(7);
    expect(turnOfAddress("/sessions/s/blocks/b", "?turn=x")).toBeNull();
  });
});
