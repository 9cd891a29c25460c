import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { overwrittenUnseen } from "./overwritten-unseen";

const LINES = Array.from({ length: 30 }, (_, i) => `export const setting${i} = read("setting-${i}");`);
const WHOLE = LINES.join("\n");
const SHORT = LINES.slice(0, 8).join("\n");
const leaves = (t: TurnBuilder) => t.drop("call:c1", "result:c1");

function foundIn(content: string, before: (t: TurnBuilder) => unknown, tool = "write_file", args = {}) {
  const story = trace()
    .turn((t) => t.user("Add a setting.").calls("read_file", { path: "src/settings.ts" }, "c1"))
    .turn((t) => t.result("c1", WHOLE).says("I see."))
    .turn((t) => {
      before(t);
      t.calls(tool, { path: "src/settings.ts", content, ...args }, "c2");
    })
    .turn((t) => t.result("c2", "written").says("Done."));
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [overwrittenUnseen]).findings;
}

describe("a file that is written whole", () => {
  it("is told where its text had left and it loses lines", () => {
    const [found] = foundIn(SHORT, leaves);
    expect(found).toMatchObject({ severity: null, standing: "suspected", from: 2, numbers: { lines: 22 } });
  });

  it.each<[string, Parameters<typeof foundIn>]>([
    ["while its text stands", [SHORT, () => undefined]],
    ["with all that it had", [`${WHOLE}\nexport const more = 1;`, leaves]],
    ["by an edit, which names what it replaces", [SHORT, leaves, "edit_file", { old: "x" }]],
    ["after a summary that holds its lines", [SHORT, (t) => leaves(t).user(WHOLE)]],
  ])("is none %s", (_, asked) => expect(foundIn(...asked)).toEqual([]));
});
