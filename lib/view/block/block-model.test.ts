import { expect, it } from "vitest";
import { partOf } from "@/lib/testing/part-of";
import type { BlockInput } from "../answers";
import { buildBlockModel } from "./block-model";

const lifeOf = (refetchedTurn: number | null) =>
  buildBlockModel(
    partOf<BlockInput>({
      block: partOf<BlockInput["block"]>({ blockId: "b", sourceKind: "tool_result", origin: null }),
      residencies: [
        partOf<BlockInput["residencies"][number]>({
          from: 2,
          to: 4,
          mode: "full",
          shown: null,
          eviction: partOf<NonNullable<BlockInput["residencies"][number]["eviction"]>>({
            turn: 5,
            how: "compacted",
            refetchedTurn,
            reenteredTurn: null,
            cause: { policy: null, rule: null, reason: null, numbers: {}, provenance: "reported" },
          }),
        }),
      ],
      uses: [],
      related: [],
    }),
    0,
    9,
  ).lifeWords;

it("says when what had left was fetched again", () => {
  expect(lifeOf(8)).toMatch(/at turn 5, fetched again at turn 8\.$/);
  expect(lifeOf(null)).toMatch(/at turn 5\.$/);
});
