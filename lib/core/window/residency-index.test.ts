import fc from "fast-check";
import { expect, it } from "vitest";
import type { Residency } from "../trace/session";
import { indexResidencies } from "./residency-index";

const SHAPE = { version: 0, mode: "full", rank: 0, continues: false, reference: null } as const;

it("the window of a turn is what stood in it, in the order of the residencies, at every turn and beside the session", () => {
  const drawn = fc.record({ block: fc.nat(9), from: fc.nat(40), length: fc.nat(12), open: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 60 }), (all) => {
      const residencies = all.map(({ block, from, length, open }): Residency => ({
        ...SHAPE,
        block,
        from,
        since: from,
        to: open === 0 ? null : from + length,
      }));
      const standing = indexResidencies({ residencies });
      for (let turn = 0; turn < 56; turn++)
        expect(standing.listWindow(turn)).toEqual(
          residencies.filter(({ from, to }) => from <= turn && (to === null || to >= turn)),
        );
    }),
  );
});
