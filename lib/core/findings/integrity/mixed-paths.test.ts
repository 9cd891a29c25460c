import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findingInput } from "../find";
import { mixedPaths } from "./mixed-paths";

describe("paths that were put together", () => {
  it.each(["+", "a/", "a.", "a/b.c ", "../", "-", "~"])(
    "are looked for in time that grows with a text of nothing but %j",
    (part) => {
      const time = (chars: number) => {
        const text = part.repeat(Math.floor(chars / part.length));
        const story = trace()
          .turn((t) => t.user("go").calls("get", {}, "c1"))
          .turn((t) => t.result("c1", text).says(text));
        const input = findingInput(analysed(recordingOf(story.events())));
        const started = performance.now();
        expect([...mixedPaths(input)]).toEqual([]);
        return performance.now() - started;
      };
      time(2_000);
      expect(time(80_000) / 4).toBeLessThan(8 * Math.max(5, time(20_000)));
    },
  );
});
