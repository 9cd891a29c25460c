import { describe, expect, it } from "vitest";
import { listLongTests, nearestTests } from "./nearest-tests.mjs";

const near = (file: string, budgetMs = 8_000, durations: Record<string, number> = {}) =>
  nearestTests([file], { budgetMs, durations });

describe("the tests that a change can break", () => {
  it("are at least those that import the changed file themselves, whatever they take", () => {
    const test = "lib/core/digits.test.ts";
    const found = near("lib/core/digits.ts", 0, { [test]: 60_000 });
    expect(found?.tests).toContain(test);
    expect(found?.further).toBeGreaterThan(0);
  });

  it("are the nearest, up to a bound of what they take together", () => {
    const all = near("lib/core/digits.ts", Infinity)?.tests ?? [];
    const some = near("lib/core/digits.ts", 3_000)?.tests ?? [];
    expect(some.length).toBeLessThan(all.length);
    expect(all.slice(0, some.length)).toEqual(some);
  });

  it("of an importer try damaged files, and none of the long series", () => {
    const tests = near("lib/importers/formats/crush.ts")?.tests ?? [];
    expect(tests).toContain("lib/importers/damaged-files.test.ts");
    expect(listLongTests().filter((test) => tests.includes(test))).toEqual([]);
  });

  it("of a document or a sample are those that read it", () => {
    expect(near("CONTRIBUTING.md")?.tests).toContain("lib/contributing.test.ts");
    expect(near("CONTRIBUTING.md")?.tests).not.toContain("lib/core/digits.test.ts");
    expect(near("docs/runtime.md")?.tests).toContain("lib/contract-docs.test.ts");
    expect(near("lib/importers/samples/pi.jsonl")?.tests).toContain("lib/importers/choose.test.ts");
  });

  it("of a document are none of those that only make up a session with such a name", () =>
    expect(near("docs/cluster.md", Infinity)?.tests).not.toContain("lib/core/source/source.test.ts"));

  it("are all where a file changed on which everything rests", () => expect(near("package.json")).toBeNull());
});
