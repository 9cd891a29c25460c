import { expect, it } from "vitest";
import { accepted, ruleHashes } from "@/lib/testing/rule-sources";
import sources from "./rule-sources.json";

it("changes with every rule: a rule whose sources changed has another version", () => {
  const now = Object.fromEntries([...ruleHashes()]);
  const known = Object.fromEntries(Object.entries(sources).map(([file, { hash }]) => [file, hash]));
  expect(known, "accept with `npm run rules`, or with `npm run rules -- --same` where findings stay").toEqual(
    now,
  );
});

it("is raised for a changed rule, not for one that finds the same", () => {
  const known = { "a.ts": { version: 3, hash: "x" }, "b.ts": { version: 1, hash: "y" } };
  const hashes = new Map([
    ["a.ts", "changed"],
    ["b.ts", "y"],
    ["new.ts", "z"],
  ]);
  const versions = (raises: boolean) =>
    Object.values(accepted(known, hashes, raises)).map(({ version }) => version);
  expect(versions(true)).toEqual([4, 1, 1]);
  expect(versions(false)).toEqual([3, 1, 1]);
  expect(accepted(known, hashes, false)["a.ts"]?.hash).toBe("changed");
});
