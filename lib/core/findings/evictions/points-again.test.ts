import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [errorAgain]).findings;

const POINTS = [
  "The tests of orders have no case for a refund.",
  "Errors of the payment route are swallowed without a word.",
  "The page of users says five where six are stored.",
  "Dates of the report are shifted by one whole day.",
];
const listed = (opening: string, points: readonly string[]) =>
  [opening, ...points.map((one) => `- ${one}`)].join("\n");

/** The model makes a call after each message and hands back. */
function told(...messages: readonly string[]): TraceBuilder {
  return messages.reduce(
    (story, message, i) =>
      story
        .turn((t) => t.user(message, `m${i}`).calls("bash", { command: `make step${i}` }, `c${i}`))
        .turn((t) => t.result(`c${i}`, `step ${i} went well`).says(`Part ${i} is done as you asked.`)),
    trace().turn((t) => t.user("Build the shop.").says("It is built.")),
  );
}

describe("error.again, of points that a user has to give again", () => {
  it("is most lines of a message, after the model had acted on them and handed back", () => {
    const [found, ...more] = find(
      told(listed("I found this:", POINTS), listed("Good, but still open:", POINTS.slice(1))),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ severity: "warning", standing: "proved", from: 1, to: 3, blocks: ["m0", "m1"] },
      numbers: { lines: 3, of: 3, calls: 1 },
    });
    expect(found?.sentence).toContain(
      "3 of the 3 longer lines of the message of turn 3 had been given at turn 1",
    );
  });

  const form = listed("Mind these rules:", POINTS);
  it.each<[string, readonly string[]]>([
    ["two points", [listed("I found this:", POINTS), listed("Still open:", POINTS.slice(2))]],
    [
      "a few points among many new ones",
      [
        listed("I found this:", POINTS),
        listed("Now do this:", [
          ...POINTS.slice(1),
          ..."abcd".split("").map((x) => `Make the page of ${x} as it was drawn.`),
        ]),
      ],
    ],
    ["a form that comes with each piece of work", ["a", "b", "c"].map((x) => `Build page ${x}.\n${form}`)],
    [
      "headings",
      [
        listed("First", ["Rationale: Fail", "Evidence: none", "Impact: high", "Status: open"]),
        listed("Second", ["Rationale: Fail", "Evidence: none", "Impact: high", "Status: open"]),
      ],
    ],
    [
      "what was said long before",
      [listed("This:", POINTS), "What of it?", "And the docs?", "And now?", listed("Open:", POINTS)],
    ],
  ])("is not %s", (_, messages) => {
    expect(find(told(...messages)).filter(({ sentence }) => sentence.includes("longer lines"))).toEqual([]);
  });

  it("is none where the model was still at it", () => {
    const story = trace()
      .turn((t) => t.user(listed("I found this:", POINTS)).calls("bash", { command: "make" }, "c0"))
      .turn((t) => t.result("c0", "fine").calls("bash", { command: "make all" }, "c1"))
      .turn((t) => t.result("c1", "fine").user(listed("Wait, it is this:", POINTS)).says("Yes."));
    expect(find(story)).toEqual([]);
  });
});

describe("error.again, of work that is cut off", () => {
  const working = (story: TraceBuilder, no: number, calls: number) => {
    for (let i = 0; i < calls; i++)
      story.turn((t) => {
        if (i > 0) t.result(`c${no}-${i - 1}`, `step ${no} ${i} went well`);
        t.calls("bash", { command: `make ${no} ${i}` }, `c${no}-${i}`);
      });
    return story;
  };
  const cutOff = (times: number, calls: number, end?: string) => {
    const story = trace().turn((t) => t.user("Build the shop.").says("I begin."));
    for (let no = 0; no < times; no++) {
      working(story, no, calls);
      if (end !== undefined) story.turn((t) => t.result(`c${no}-${calls - 1}`, "well").says(end));
      story.turn((t) => t.user("continue", `m${no}`).calls("bash", { command: `ls ${no}` }, `l${no}`));
    }
    return story.turn((t) => t.says("All is done."));
  };

  it("is the same word after a call, again and again", () => {
    const [found, ...more] = find(cutOff(3, 4));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      numbers: { said: 3 },
      blocks: ["m0", "m1", "m2"],
    });
    expect(found?.sentence).toContain(
      'The work was cut off 3 times, and "continue" was said each time, at turns 5, 10, 15',
    );
  });

  it.each<[string, TraceBuilder]>([
    ["twice", cutOff(2, 4)],
    ["an answer to a model that hands back", cutOff(3, 4, "Shall I go on?")],
    ["what a harness says after every call", cutOff(6, 1)],
  ])("is not %s", (_, story) => {
    expect(find(story)).toEqual([]);
  });
});
