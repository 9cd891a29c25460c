import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { changedNumber } from "./changed-number";

function foundIn(said: string, summary: string) {
  const story = trace()
    .turn((t) => t.user("Handle the order.", "goal").calls("get_order", {}, "c1"))
    .turn((t) => t.result("c1", said).says("I see."))
    .turn((t) => t.compact("sum", summary, ["call:c1", "result:c1", "answer1"]).says("On."));
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [changedNumber]).findings;
}

describe("a number of a summary", () => {
  it.each([
    ["Order #W5061109 of 1,284.50 EUR.", "Order #W5061190 is open."],
    ["Order #W5061109 of 1,284.50 EUR.", "The order costs 1,248.50 EUR."],
    ["Invoice INV-20443 is due.", "INV-20943 is due."],
    ["The build took commit 8841207.", "It was built from 8841270."],
    ["Rows 20443-20931 are new.", "It wrote the rows 20443-20981."],
  ])("is told where it is another than what left says: %s → %s", (said, summary) => {
    expect(foundIn(said, summary)).toMatchObject([{ severity: null, standing: "suspected", from: 2 }]);
  });

  it.each([
    ["the same", "Order #W5061109 of 1,284.50 EUR.", "Order #W5061109 costs 1,284.50 EUR."],
    ["rounded", "It costs 1,284.50 EUR.", "It costs about 1,285 EUR."],
    ["a sum of two", "A costs 1,284.50, B costs 2,100.25.", "Together they cost 3,384.75."],
    ["counted on", "The last row is 20443.", "Next is row 20444."],
    ["one that the summary says beside it", "Order 506110 is open.", "Order 506110 became order 506101."],
    ["short", "It has 512 rows.", "It has 521 rows."],
    ["a range with another end", "checkSessions() is at lines 92-173.", "It was read at lines 92-171."],
    ["of another form", "Order W506110 is open.", "There are 506101 rows."],
    ["made of several", "Rows 40871 and 40877 failed.", "Row 40878 failed, or 40170."],
  ])("is no other one where it is %s", (_, said, summary) => {
    expect(foundIn(said, summary)).toEqual([]);
  });
});
