import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { duplicateCall } from "./duplicate-call";
import { refetch } from "./refetch";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

const line = (no: number, of = "a") => `const ${of}${no} = read("${of}-${no}", ${no}) + next(${no * 7});`;
const LINES = Array.from({ length: 60 }, (_, i) => line(i + 1));
/** As readers that number lines give them. */
const numbered = (lines: readonly string[], from = 1) =>
  lines.map((text, i) => `${String(from + i).padStart(6)}→${text}`).join("\n");
const WHOLE = numbered(LINES);

const read = (t: TurnBuilder, args: unknown, id: string) => t.calls("Read", args, id);
const A = { file_path: "/work/src/a.ts" };

/** Reads the file at turn 0, does what `between` says at turn 1, reads again at turn 2. */
function readTwice(
  second: (t: TurnBuilder) => unknown,
  answer: string,
  between: (t: TurnBuilder) => unknown = (t) => t.says("I see."),
  first = WHOLE,
) {
  return trace()
    .turn((t) => read(t.user("Mend it."), A, "c1"))
    .turn((t) => between(t.result("c1", first)))
    .turn((t) => second(t))
    .turn((t) => t.result("c2", answer).says("I stop."));
}

const PART = numbered(LINES.slice(9, 39), 10);

describe("call.duplicate, of a file that was read in another way", () => {
  it.each<[string, (t: TurnBuilder) => unknown, string]>([
    ["a part of it", (t) => read(t, { ...A, offset: 10, limit: 30 }, "c2"), PART],
    [
      "a part by a shell",
      (t) => t.calls("Bash", { command: "sed -n 10,39p /work/src/a.ts" }, "c2"),
      LINES.slice(9, 39).join("\n"),
    ],
    [
      "all of it by a shell",
      (t) => t.calls("Bash", { command: "cat /work/src/a.ts" }, "c2"),
      LINES.join("\n"),
    ],
  ])("is %s, whose lines stood in the window", (_, second, answer) => {
    const [found, ...more] = find(readTwice(second, answer), duplicateCall);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: answer.split("\n").length > 30 ? "warning" : "note",
      standing: "proved",
      from: 2,
      blocks: ["call:c1", "call:c2"],
    });
    expect(found?.claims).toMatchObject([{ is: "stands" }, { is: "shares-lines" }]);
    expect(found?.sentence).toMatch(/(30 of the 30|60 of the 60) lines that came stood there/);
  });

  it("is a look after an edit that was refused and so changed nothing", () => {
    const story = trace()
      .turn((t) => read(t.user("Mend it."), A, "c1"))
      .turn((t) => t.result("c1", WHOLE).calls("Edit", { ...A, old_string: "x", new_string: "y" }, "e1"))
      .turn((t) =>
        read(t.result("e1", "No such text.", { isError: true }), { ...A, offset: 10, limit: 30 }, "c2"),
      )
      .turn((t) => t.result("c2", PART).says("I stop."));
    expect(find(story, duplicateCall)).toHaveLength(1);
  });

  it.each<[string, TraceBuilder]>([
    [
      "a file that was changed by its name from its folder",
      readTwice(
        (t) => read(t, { ...A, offset: 10, limit: 30 }, "c2"),
        PART,
        (t) => t.calls("apply_patch", { input: "*** Begin Patch\n*** Update File: src/a.ts\n@@\n+x" }, "e1"),
      ),
    ],
    [
      "the next part of a file",
      readTwice(
        (t) => read(t, { ...A, offset: 61 }, "c2"),
        numbered(
          Array.from({ length: 60 }, (_, i) => line(i + 61)),
          61,
        ),
      ),
    ],
    [
      "a part of which half is new",
      readTwice(
        (t) => read(t, { ...A, offset: 41, limit: 40 }, "c2"),
        numbered(
          Array.from({ length: 40 }, (_, i) => line(i + 41)),
          41,
        ),
      ),
    ],
    [
      "a look after an edit",
      readTwice(
        (t) => read(t, { ...A, offset: 10, limit: 30 }, "c2"),
        PART,
        (t) => t.calls("Edit", { ...A, old_string: "x", new_string: "y" }, "e1"),
      ),
    ],
    [
      "a look after a command that wrote the file",
      readTwice(
        (t) => read(t, { ...A, offset: 10, limit: 30 }, "c2"),
        PART,
        (t) => t.calls("Bash", { command: "sed -i s/x/y/ /work/src/a.ts" }, "e1"),
      ),
    ],
    [
      "what the user asked to look at again",
      readTwice(
        (t) => read(t.user("Look at /work/src/a.ts again."), { ...A, offset: 10, limit: 30 }, "c2"),
        PART,
      ),
    ],
    [
      "a few lines",
      readTwice((t) => read(t, { ...A, offset: 10, limit: 3 }, "c2"), numbered(LINES.slice(9, 12), 10)),
    ],
    [
      "another file with the same lines",
      readTwice((t) => read(t, { file_path: "/work/src/b.ts" }, "c2"), WHOLE),
    ],
    [
      "a reading of which the window holds only a reference",
      readTwice((t) => read(t.clear("result:c1"), { ...A, offset: 10, limit: 30 }, "c2"), PART),
    ],
  ])("is not %s", (_, story) => {
    expect(find(story, duplicateCall)).toEqual([]);
  });
});

/** Reads the file, loses it, does what `between` says, and reads it again. */
function readAfterLoss(
  answer: string,
  {
    second = (t) => read(t, A, "c2"),
    before = (t) => t.says("I see."),
    after = (t) => t.says("On."),
  }: Partial<Record<"second" | "before" | "after", (t: TurnBuilder) => unknown>> = {},
) {
  return trace()
    .turn((t) => read(t.user("Mend it."), A, "c1"))
    .turn((t) => before(t.result("c1", WHOLE)))
    .turn((t) => after(t.compact("sum", "a.ts was read.", ["call:c1", "result:c1"])))
    .turn((t) => second(t))
    .turn((t) => t.result("c2", answer).says("I stop."));
}

const CHANGED = numbered([...LINES.slice(0, 50), ...Array.from({ length: 10 }, (_, i) => line(i, "b"))]);

describe("refetch.after_eviction, of a file that had changed", () => {
  it("is a file that was edited, left, and was read again", () => {
    const [found] = find(
      readAfterLoss(CHANGED, {
        before: (t) => t.calls("Edit", { ...A, old_string: "a", new_string: "b" }, "e1"),
      }),
      refetch,
    );
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 3,
      blocks: ["call:c1", "call:c2"],
      numbers: { times: 1, lines: 50, of: 60 },
    });
    expect(found?.sentence).toContain("its text had changed in between");
    expect(found?.claims.map(({ is }) => is)).toEqual(["left", "count", "shares-lines"]);
  });

  it("is a part of what had left, and says that it is a part", () => {
    const part = readAfterLoss(PART, { second: (t) => read(t, { ...A, offset: 10, limit: 30 }, "c2") });
    const [found] = find(part, refetch);
    expect(found?.sentence).toContain("30 of the 30 lines that came back had stood there before");
    expect(found?.sentence).not.toContain("changed");
  });

  it("is a note where what came back is little", () => {
    const story = (size: number) => {
      const text = numbered(LINES.slice(0, size));
      return trace()
        .turn((t) => read(t.user("Mend it."), A, "c1"))
        .turn((t) => t.result("c1", text).says("I see."))
        .turn((t) => read(t.drop("call:c1", "result:c1"), A, "c2"))
        .turn((t) => t.result("c2", text).says("I stop."));
    };
    expect(find(story(2), refetch)).toMatchObject([{ severity: "note", numbers: { times: 1 } }]);
    expect(find(story(60), refetch)).toMatchObject([{ severity: "warning", numbers: { times: 1 } }]);
  });

  it("is also what was written since its text had left, where all that came back was the same", () => {
    const edited = readAfterLoss(PART, {
      after: (t) => t.calls("Edit", { ...A, old_string: "a", new_string: "b" }, "e1"),
      second: (t) => read(t, { ...A, offset: 10, limit: 30 }, "c2"),
    });
    expect(find(edited, refetch)).toMatchObject([{ numbers: { lines: 30, of: 30 } }]);
  });

  it.each<[string, TraceBuilder]>([
    ["a file that had become another one", readAfterLoss(numbered(LINES.map((_, i) => line(i, "z"))))],
    [
      "a look at a change that was made after the text had left",
      readAfterLoss(CHANGED, {
        after: (t) => t.calls("Edit", { ...A, old_string: "a", new_string: "b" }, "e1"),
      }),
    ],
    [
      "the part behind the one that had left",
      readAfterLoss(
        numbered(
          Array.from({ length: 60 }, (_, i) => line(i + 61)),
          61,
        ),
        {
          second: (t) => read(t, { ...A, offset: 61, limit: 60 }, "c2"),
        },
      ),
    ],
    [
      "a state that is asked for again",
      trace()
        .turn((t) => t.user("Wait for it.").calls("get_job", { id: 7 }, "c1"))
        .turn((t) => t.result("c1", `${LINES.join("\n")}\ndone: 10 %`))
        .turn((t) => t.drop("call:c1", "result:c1").calls("get_job", { id: 7 }, "c2"))
        .turn((t) => t.result("c2", `${LINES.join("\n")}\ndone: 20 %`)),
    ],
  ])("is not %s", (_, story) => {
    expect(find(story, refetch)).toEqual([]);
  });
});
