import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [errorAgain]).findings;

const TASK = "Mend the build of this project and say when all of its checks pass.";
const ORDER = "Run the checks in the containers that are there, and start no new ones.";

/** A task, then messages: the model makes a call after each and hands back. */
function told(...messages: readonly string[]): TraceBuilder {
  return [TASK, ...messages].reduce(
    (story, message, i) =>
      story
        .turn((t) => t.user(message, `m${i}`).calls("bash", { command: `make step${i}` }, `c${i}`))
        .turn((t) => t.result(`c${i}`, `step ${i} went well`).says(`Part ${i} is done as you asked.`)),
    trace(),
  );
}

describe("error.again, of what a user has to say again", () => {
  it("is the same message after the model had handed back", () => {
    const [found, ...more] = find(told(ORDER, ORDER));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ standing: "proved", severity: "warning", from: 2, to: 4 },
      blocks: ["m1", "m2"],
      numbers: { said: 2, calls: 1 },
    });
    expect(found?.sentence).toContain("was given again at turn 4");
  });

  it("is also what a message says with more, and with another one between", () => {
    expect(find(told(ORDER, "And what of the lint?", `${ORDER} Mind it this time!`))).toMatchObject([
      { from: 2, to: 6 },
    ]);
  });

  it("is a note where the model was at it: it may have been stopped", () => {
    const stopped = trace()
      .turn((t) => t.user(TASK).says("Shall I?"))
      .turn((t) => t.user(ORDER, "m1").calls("bash", { command: "docker ps" }, "c1"))
      .turn((t) => t.result("c1", "none").user(ORDER, "m2").says("Yes."));
    expect(find(stopped)).toMatchObject([{ severity: "note", from: 1, to: 2 }]);
  });

  it.each<[string, readonly string[]]>([
    ["an order that is given each time that something is done", [ORDER, ORDER, ORDER]],
    ["a few words", ["Go on, please.", "Go on, please."]],
    ["another thing in nearly the same words", [ORDER, ORDER.replace("containers", "folders")]],
    [
      "a small part of a longer message",
      [ORDER, `${ORDER} ${"Then write of what was seen there. ".repeat(9)}`],
    ],
    ["what a harness tells in a tag", [`<note>${ORDER}</note>`, `<note>${ORDER}</note>`]],
    [
      "what was said long before",
      [ORDER, "What of the lint?", "And what of the types?", "And of the docs?", ORDER],
    ],
  ])("is not %s", (_, messages) => {
    expect(find(told(...messages))).toEqual([]);
  });

  it("is none where several messages come at once, as what other agents said does", () => {
    const story = trace().turn((t) => t.user(TASK).calls("bash", { command: "make" }, "c0"));
    for (const i of [1, 2])
      story.turn((t) =>
        t
          .result(`c${i - 1}`, "fine")
          .user(ORDER, `a${i}`)
          .user(`And this is part ${i} of all that was found.`, `b${i}`)
          .calls("bash", { command: `make ${i}` }, `c${i}`),
      );
    expect(find(story.turn((t) => t.says("Done.")))).toEqual([]);
  });

  it("is none where the model had asked for it to be told", () => {
    const woken = trace()
      .turn((t) => t.user(TASK).calls("wake_me", { prompt: ORDER }, "c0"))
      .turn((t) => t.result("c0", "yes").says("I wait."))
      .turn((t) => t.user(ORDER).says("It still runs."))
      .turn((t) => t.user(ORDER).says("It is done."));
    expect(find(woken)).toEqual([]);
  });

  it.each([
    ["among other fields", { job: { when: 30, prompt: `Say what is new.\n${ORDER}` } }],
    ["broken into lines", { prompt: ORDER.replace("containers ", "containers\n  ") }],
  ])("is none where a call had given it %s", (_, args) => {
    const story = trace()
      .turn((t) => t.user(TASK).calls("wake_me", args, "c0"))
      .turn((t) => t.result("c0", "yes").says("I wait."))
      .turn((t) => t.user(ORDER).says("It still runs."))
      .turn((t) => t.user(ORDER).says("It is done."));
    expect(find(story)).toEqual([]);
  });

  it("is what a harness says each time that a tool is used in a wrong way, by its name", () => {
    const warning = "Use the apply_patch tool for this and not a command of exec_command.";
    const story = trace().turn((t) => t.user(TASK).calls("exec_command", { cmd: "patch 0" }, "c0"));
    for (const i of [1, 2, 3])
      story.turn((t) =>
        t
          .result(`c${i - 1}`, "ok")
          .user(warning, `w${i}`)
          .calls("exec_command", { cmd: `patch ${i}` }, `c${i}`),
      );
    expect(find(story.turn((t) => t.says("Done.")))).toMatchObject([
      { severity: "warning", from: 1, to: 3, numbers: { said: 3 } },
    ]);
  });
});

describe("error.again, of a reply that is given again", () => {
  const asked = (...replies: readonly string[]) =>
    replies.reduce(
      (story, reply, i) =>
        story.turn((t) =>
          t.user(`This is the ${["first", "second", "third"][i]} question.`, `m${i}`).says(reply, `r${i}`),
        ),
      trace().turn((t) => t.user(TASK).says("I begin.")),
    );

  it("is the very same words to two messages, with nothing called", () => {
    const [found, ...more] = find(asked("No response was requested.", "No response was requested."));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ standing: "proved", severity: "warning", from: 1, to: 2 },
      blocks: ["r0", "r1"],
      numbers: { replies: 2 },
    });
  });

  it("is right to what a clock asks in the same words each time", () => {
    const beats = [0, 1].reduce(
      (story, no) => story.turn((t) => t.user(`Is it up at ${no}:30?`).says("It is up and needs nothing.")),
      trace().turn((t) => t.user(TASK).says("I begin.")),
    );
    expect(find(beats)).toEqual([]);
  });

  const woken = (times: number, note = (i: number) => `Page ${"abcdefgh"[i]} has come.`) =>
    Array.from({ length: times }).reduce<TraceBuilder>(
      (story, _, i) => story.turn((t) => t.block(`n${i}`, "attachment", note(i)).says("Waiting.", `r${i}`)),
      trace().turn((t) => t.user(TASK).says("I begin.")),
    );

  it("is one word that a turn says each time that it is woken", () => {
    expect(find(woken(6))).toMatchObject([
      {
        severity: "warning",
        from: 1,
        to: 6,
        numbers: { replies: 6 },
        blocks: ["r0", "r1", "r2", "r3", "r4", "r5"],
      },
    ]);
    expect(find(woken(5))).toEqual([]);
  });

  it("is told once where something else was done between its rows", () => {
    const again = Array.from({ length: 6 }).reduce<TraceBuilder>(
      (story, _, i) =>
        story.turn((t) =>
          t.block(`l${i}`, "attachment", `Page ${"mnopqr"[i]} has come.`).says("Waiting.", `s${i}`),
        ),
      woken(6)
        .turn((t) =>
          t.block("n7", "attachment", "A page failed.").calls("bash", { command: "tail log" }, "c"),
        )
        .turn((t) => t.result("c", "all well").says("The log has nothing.")),
    );
    const [found, ...more] = find(again);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ standing: "proved", from: 1, to: 14, numbers: { replies: 12 } });
    expect(found?.sentence).toContain("12 times, in 2 rows from turn 1 to 14");
  });

  it.each<[string, readonly string[]]>([
    ["one word", ["Waiting.", "Waiting."]],
    ["other words", ["It is in file a.ts.", "It is in file b.ts."]],
    ["one with another between", ["It is in file a.ts.", "Yes, it is.", "It is in file a.ts."]],
  ])("is not %s", (_, replies) => {
    expect(find(asked(...replies))).toEqual([]);
  });
});
