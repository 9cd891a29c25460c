import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { duplicateCall } from "./duplicate-call";

const REPORT = Array.from({ length: 40 }, (_, i) => `case ${i} of the suite ${i * 3} is not built yet`).join(
  "\n",
);

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [duplicateCall]).findings;

/** Runs one command at turn 0 and another at turn 2. */
function runTwice(
  one: string,
  other: string,
  {
    answers = [REPORT, REPORT],
    before = (t) => t,
  }: { answers?: string[]; before?: (t: TurnBuilder) => TurnBuilder } = {},
) {
  const [first = "", second = ""] = answers;
  return trace()
    .turn((t) => t.user("Build it.").calls("Bash", { command: one }, "c1"))
    .turn((t) => t.result("c1", first).says("I see."))
    .turn((t) => before(t).calls("Bash", { command: other }, "c2"))
    .turn((t) => t.result("c2", second).says("I stop."));
}

describe("call.duplicate, of a command that was run again in another form", () => {
  it("is one whose answer stood in the window", () => {
    const [found, ...more] = find(runTwice("mvn test | tail -100", "cd app && mvn test 2>&1 | tail -80"));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 2,
      blocks: ["call:c1", "call:c2"],
    });
    expect(found?.sentence).toContain("was run in another form once, at turn 2, and gave the same");
    expect(found?.claims.map(({ is }) => is)).toEqual(["stands", "equal"]);
  });

  it("is also the very same look-up with other words about it", () => {
    const look = (t: TurnBuilder, description: string, id: string) =>
      t.calls("Bash", { command: "git log --stat", description }, id);
    const story = trace()
      .turn((t) => look(t.user("Build it."), "See what was done.", "c1"))
      .turn((t) => look(t.result("c1", REPORT), "See the history.", "c2"))
      .turn((t) => t.result("c2", REPORT).says("I stop."));
    expect(find(story)).toMatchObject([{ from: 1, blocks: ["call:c1", "call:c2"] }]);
  });

  it.each<[string, TraceBuilder]>([
    ["another look-up with the same answer", runTwice("git log --stat", "git log --stat -n 50")],
    ["another command with the same answer", runTwice("mvn test", "make check")],
    [
      "another answer",
      runTwice("mvn test | tail -9", "mvn test", { answers: [REPORT, `${REPORT}\nand one more`] }),
    ],
    ["a short answer", runTwice("mvn test -q", "mvn test", { answers: ["all is well", "all is well"] })],
    [
      "what left the window",
      runTwice("mvn test | tail -9", "mvn test", { before: (t) => t.drop("result:c1") }),
    ],
    [
      "what the user asked for",
      runTwice("mvn test | tail -9", "mvn test", { before: (t) => t.user("Run it again.") }),
    ],
    [
      "an error that came again",
      runTwice("mvn test -q", "mvn test", { answers: [`rc=1\n${REPORT}`, `rc=1\n${REPORT}`] }),
    ],
  ])("is not %s", (_, story) => {
    expect(find(story)).toEqual([]);
  });
});
