import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FINDING_RULES } from "@/lib/core/findings/registry";
import { FINDINGS_PAGE, withKindTables } from "@/lib/testing/findings-page";

const page = readFileSync(FINDINGS_PAGE, "utf8");
const codes = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)`/gm)].map(([, code]) => code);

describe("the page on findings", () => {
  it("has every kind as it is declared", () => {
    expect(page, "write the tables with `npm run rules -- --same`").toBe(withKindTables(page));
  });

  it("has the code of every rule once, and no other", () => {
    expect(codes.toSorted()).toEqual(FINDING_RULES.map(({ code }) => code).toSorted());
  });
});
