import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listTextPieces, revealText, stripLead } from "./trace-text";

describe("visibleText", () => {
  it.each([
    ["\u001b[31mred\u001b[0m", "␛[31mred␛[0m"],
    ["abc\u202etxt.exe", "abc⟦RLO⟧txt.exe"],
    ["bell\u0007 nul\u0000", "bell␇ nul␀"],
    ["line\r\nnext\ttab", "line\nnext\ttab"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ])("shows %j as %j", (text, shown) => expect(revealText(text)).toBe(shown));
});

describe("withoutLead", () => {
  it.each([
    ["https://docs.northwind-api.example/v2/orders/refund says", "…/orders/refund says"],
    ["https://docs.northwind-api.example/v2/orders/refund?page=2#top", "…/orders/refund?page=2#top"],
    ["/home/ada/projects/shop/src/orders.ts", "…/src/orders.ts"],
    ["/home/ada/projects/backend/shop/src/", "…/shop/src/"],
    ["/etc/hosts", "/etc/hosts"],
    ["https://a.example/b", "https://a.example/b"],
    ["https://a-very-long-host-name.example", "https://a-very-long-host-name.example"],
    [
      '{"path": "/home/ada/projects/shop/src/orders.ts"}',
      '{"path": "/home/ada/projects/shop/src/orders.ts"}',
    ],
    ["", ""],
  ])("shows %j as %j", (text, shown) => expect(stripLead(text)).toBe(shown));
});

describe("textPieces", () => {
  it("cut at line ends and lose nothing", () => {
    expect(listTextPieces("aa\nbb\ncc", 4)).toEqual(["aa\n", "bb\n", "cc"]);
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 20 }),
        (text, size) => listTextPieces(text, size).join("") === text,
      ),
    );
  });
});
