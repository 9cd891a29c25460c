import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { constraintLost } from "./constraint-lost";
import { taskLost } from "./task-lost";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

const summed = (said: string, summary: string) =>
  trace()
    .turn((t) => t.system("You help with code.").user("Port the parser to the new grammar.", "goal"))
    .turn((t) => t.user(said, "said").says("Understood."))
    .turn((t) => t.compact("sum", summary, ["said"]).says("On."));

describe("constraint.lost", () => {
  it.each([
    "Do not write unit tests, only end-to-end tests.",
    "You must not touch the generated files.",
    "Spend at most 40 calls on the migration.",
  ])("follows an order of the user: %s", (said) => {
    expect(find(summed(said, "The parser is half done."), constraintLost)).toMatchObject([
      { severity: null },
    ]);
  });

  it.each([
    "I would assume hooks are never invoked when no model is set.",
    "Maybe we should only call it once.",
    "Is it always like this?",
    "I think the cache is never used here.",
    "The second tab never opened for me yesterday.",
  ])("does not take thinking aloud for an order: %s", (said) => {
    expect(find(summed(said, "The parser is half done."), constraintLost)).toEqual([]);
  });

  it("is kept by other words", () => {
    const story = summed(
      "Please don't write unit tests, only end-to-end tests.",
      "## Rules\n- E2E tests only - no unit tests",
    );
    expect(find(story, constraintLost)).toEqual([]);
  });

  it.each([
    "Der Parser ist halb fertig, und die erzeugten Dateien werden nicht angefasst.",
    "解析器已完成一半。不得修改生成的文件。",
  ])("cannot be compared with a summary in another language: %s", (summary) => {
    expect(find(summed("You must not touch the generated files.", summary), constraintLost)).toEqual([]);
  });

  it("is kept by whatever else in the window says it", () => {
    const story = trace()
      .turn((t) =>
        t.system("Never touch the generated files.").user("Never touch the generated files!", "said"),
      )
      .turn((t) => t.compact("sum", "Half done.", ["said"]));
    expect(find(story, constraintLost)).toEqual([]);
  });
});

describe("task.lost", () => {
  const begun = () =>
    trace()
      .turn((t) =>
        t
          .user("Port the parser to the new grammar and keep the error messages.", "goal")
          .calls("ls", {}, "c1"),
      )
      .turn((t) => t.result("c1", "src").says("I see."));

  it("is a compaction, a truncation or a restart after which nothing says the task", () => {
    const compacted = begun().turn((t) =>
      t.compact("sum", "Some files were listed.", ["goal", "call:c1", "result:c1"]),
    );
    const [finding] = find(compacted, taskLost);
    expect(finding).toMatchObject({ severity: "serious", from: 2, blocks: ["goal"] });
    expect(finding?.sentence).toContain("After the compaction at turn 2");
    expect(
      find(
        begun().turn((t) => t.drop("goal")),
        taskLost,
      ),
    ).toHaveLength(1);
    const restarted = begun()
      .event({ type: "session.restarted", turn: 2 })
      .turn((t) => t.dropAllBut().block("state", "state_summary", "Files were listed."));
    expect(find(restarted, taskLost)).toMatchObject([{ from: 2 }]);
  });

  it("is none where a summary, a plan or a newer message of the user says what to do", () => {
    const summary =
      "Task: port the parser to the new grammar, with the same error messages. Files were listed.";
    expect(
      find(
        begun().turn((t) => t.compact("sum", summary, ["goal"])),
        taskLost,
      ),
    ).toEqual([]);
    const newer = begun().turn((t) => t.drop("goal").user("Now write the changelog."));
    expect(find(newer, taskLost)).toEqual([]);
    expect(
      find(
        begun().turn((t) => t.clear("result:c1")),
        taskLost,
      ),
    ).toEqual([]);
  });

  it.each([
    ["Goal: bring the parser over to the other grammar, same error texts as today.", 0],
    ["The task is written down in TASK.md. Some files were listed.", 0],
    ["Aufgabe: Den Parser auf die neue Grammatik umstellen und die Meldungen behalten. Die Liste ist da.", 0],
    ["Goal: continue. Some files were listed.", 1],
  ])("is compared where it can be: %s", (summary, times) => {
    const compacted = begun().turn((t) => t.compact("sum", summary, ["goal", "call:c1", "result:c1"]));
    expect(find(compacted, taskLost)).toHaveLength(times);
  });

  it("is none of a message that only says to begin", () => {
    const begins = (kind: "user_goal" | "user_message", text: string) =>
      trace()
        .turn((t) => t.block("go", kind, text).says("Working on it."))
        .turn((t) => t.compact("sum", "A summary of something.", ["go"]).user("Continue."));
    for (const kind of ["user_goal", "user_message"] as const) {
      expect(find(begins(kind, "Start the task."), taskLost)).toEqual([]);
      expect(find(begins(kind, "Port the parser."), taskLost)).toHaveLength(1);
    }
  });

  it("is not given again by leave to go on, nor by an excerpt that says nothing of it", () => {
    const goesOn = (said: string) =>
      find(
        begun().turn((t) => t.drop("goal").user(said)),
        taskLost,
      );
    for (const said of ["Yes, go on.", "Looks good, please continue with the next step.", "ok"])
      expect(goesOn(said), said).toHaveLength(1);
    const cut = (text: string) =>
      find(
        begun().turn((t) => t.stand("goal", "excerpt", text)),
        taskLost,
      );
    expect(cut("[… cut …]")).toHaveLength(1);
    expect(cut("Port the parser to the new…")).toEqual([]);
  });
});

describe("what is no constraint", () => {
  it.each([
    "The service must have been restarted last night.",
    "I can only test this on Linux.",
    "The old exporter never worked for large files.",
    "Yesterday I could only see it once.",
    "Please write an example that keeps the whole text instead of the last tokens.",
  ])("is a story: %s", (said) => {
    expect(find(summed(said, "Task: port the parser."), constraintLost)).toEqual([]);
  });

  it.each([
    "Ask me before you delete anything.",
    "You should not change the public API.",
    "No comments in the code, please.",
    "Keep every function under 50 lines.",
    "Avoid using regular expressions.",
  ])("binds although it says neither must nor never: %s", (said) => {
    expect(find(summed(said, "Task: port the parser."), constraintLost)).toHaveLength(1);
  });
});

describe("task.lost, where the summary gives what was asked for", () => {
  const ASKED = "Prepare the May payroll for team Orion.";
  const after = (summary: string) =>
    trace()
      .turn((t) => t.system("You help.").user(`${ASKED} Round down. Write to Anna. Zahle bar aus.`, "goal"))
      .turn((t) => t.says("On it."))
      .turn((t) => t.compact("sum", summary, ["goal"]).says("On."));

  it("is kept, whatever else the message laid down", () =>
    expect(find(after("The user wants the May payroll for team Orion prepared."), taskLost)).toEqual([]));

  it("is lost without it", () =>
    expect(find(after("A list was read. Anna was written to."), taskLost)).toHaveLength(1));

  it("is kept by a summary in another language that speaks of what the user wants", () =>
    expect(
      find(after("Der Benutzer möchte die Abrechnung für Mai, und die Liste liegt vor."), taskLost),
    ).toEqual([]));
});
