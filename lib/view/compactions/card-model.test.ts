import { expect, it } from "vitest";
import { partOf } from "@/lib/testing/part-of";
import type { CompactionInput } from "../answers";
import { cutCardModel } from "./card-model";

function behindOf(stated: number, next: CompactionInput["behind"]): string | undefined {
  const cut = partOf<CompactionInput>({
    after: { value: stated, provenance: "measured" },
    behind: next,
    paid: null,
    saved: null,
    floor: null,
    durationMs: null,
    drift: null,
    survival: null,
    wanted: null,
    attached: null,
  });
  return cutCardModel(cut, null, "s").facts.find(({ label }) => label === "first call behind")?.value;
}

it("says how large the first call behind a compaction was where that is not what its program states", () => {
  expect(behindOf(12_062, { value: 32_015, provenance: "measured" })).toMatch(/^32.015 tokens$/);
  expect(behindOf(32_015, { value: 32_015, provenance: "measured" })).toBeUndefined();
  expect(behindOf(12_062, { value: 32_015, provenance: "estimated" })).toBeUndefined();
  expect(behindOf(12_062, null)).toBeUndefined();
});
