import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FINDINGS_PAGE, withKindTables } from "@/lib/testing/findings-page";

it("the page on findings has every kind as it is declared, and no other", () => {
  const page = readFileSync(FINDINGS_PAGE, "utf8");
  expect(page, "write the tables with `npm run rules -- --same`").toBe(withKindTables(page));
});
