import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { messageLeft } from "./message-left";

const ACCOUNT = "ACC-90417733";
const drops = (t: TurnBuilder) => t.drop("m1");

function foundIn(
  before: (t: TurnBuilder) => unknown,
  tool = "update_account",
  args: object = { id: ACCOUNT },
) {
  const story = trace()
    .turn((t) => t.user("Tidy the accounts.", "goal").says("Yes."))
    .turn((t) => t.user(`Leave ${ACCOUNT} as it is until I say so.`, "m1").says("Understood."))
    .turn((t) => t.calls("list", {}, "c1"))
    .turn((t) => {
      before(t.result("c1", "two accounts"));
      t.calls("list", { page: 2 }, "c2");
    })
    .turn((t) => t.result("c2", "no more").calls(tool, args, "c3"))
    .turn((t) => t.result("c3", "done").says("Done."));
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [messageLeft]).findings;
}

describe("a message that left", () => {
  it("is told with the call that acts on what only it named", () => {
    const [found] = foundIn(drops);
    expect(found).toMatchObject({
      severity: null,
      standing: "suspected",
      from: 3,
      to: 4,
      blocks: ["m1", "call:c3"],
    });
    expect(found?.sentence).toContain(`Leave ${ACCOUNT} as it is`);
  });

  it.each<[string, Parameters<typeof foundIn>]>([
    ["it stands", [() => undefined]],
    ["a summary names the thing", [(t) => t.compact("sum", `Leave ${ACCOUNT}.`, ["m1"])]],
    ["the user named it again", [(t) => drops(t).user(`Now ${ACCOUNT}, please.`)]],
    ["the call acts on another thing", [drops, "update_account", { id: "ACC-11223344" }]],
    ["the call only reads", [drops, "get_account", { id: ACCOUNT }]],
  ])("is none where %s", (_, asked) => expect(foundIn(...asked)).toEqual([]));
});
