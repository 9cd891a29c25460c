import { expect, it } from "vitest";
import { makeLetterCall } from "@/lib/testing/otel-calls";
import { workedExample } from "@/lib/testing/worked-example";
import { LineageSorter } from "./lineages";

it("sorts the calls of its worked example as it says", () => {
  const sorter = new LineageSorter();
  const lines = workedExample("lib/importers/otel/lineages.ts");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const [, letters = "", answer = "", place] =
      /^call \d: (\S+(?: \S)*) +answers (\S) +-> lineage (\d)/.exec(line) ?? [];
    const lineage = sorter.add(makeLetterCall(letters.split(" "), answer));
    expect(`${line}: ${lineage?.place}`).toBe(`${line}: ${place}`);
  }
});
