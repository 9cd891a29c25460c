import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findingInput } from "../find";
import { mixedPaths } from "./mixed-paths";

describe("paths that were put together", () => {
  it.each(["+", "a/", "a.", "a/b.c ", "../", "-", "~"])(
    "are looked for in time that grows with a text of nothing but %j",
    (part) =>
      expectLinear((times) => {
        const text = part.repeat(Math.floor((10_000 * times) / part.length));
        const story = trace()
          .turn((t) => t.user("go").calls("get", {}, "c1"))
          .turn((t) => t.result("c1", text).says(text));
        const input = findingInput(analysed(recordingOf(story.events())));
        expect([...mixedPaths(input)]).toEqual([]);
      }),
  );
});
