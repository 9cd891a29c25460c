import { expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { cacheBroken } from "./cache-broken";

/** Each call adds as much; those at `lost` read nothing of what the call before had left. */
function find(lost: readonly number[], turns = 6) {
  const story = trace("cached", { model: "claude-opus-4-5" });
  for (let n = 0; n < turns; n++)
    story.turn((t) => {
      const input = (n + 1) * 8_000;
      const read = lost.includes(n) ? 0 : n * 8_000;
      t.user(`Go on with part ${n}.`).usage(input, 10, { cacheRead: read, cacheWrite: input - read });
    });
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [cacheBroken]).findings;
}

it("a cache that was lost once, and nothing tells why, is a note: nobody can do a thing about it", () => {
  expect(find([])).toEqual([]);
  expect(find([3])).toMatchObject([{ severity: "note", numbers: { losses: 1 } }]);
  expect(find([2, 4])).toMatchObject([{ severity: "warning", numbers: { losses: 2 } }]);
});

it("a few that nothing explains are a note where they cost little", () => {
  expect(find([6, 13], 40)).toMatchObject([{ severity: "note", numbers: { losses: 2 } }]);
  expect(find([6, 13, 20, 27], 40)).toMatchObject([{ severity: "warning", numbers: { losses: 4 } }]);
});
