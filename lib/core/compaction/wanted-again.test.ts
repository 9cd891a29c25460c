import { finishSteps } from "../steps";
import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { deriveEvidence } from "../evidence/evidence-of";
import { buildPlans } from "../evidence/plan/plans-of";
import { foldRecording } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";
import { findCuts } from "./cuts";
import { Survivals } from "./survival";
import type { WantedHow } from "./wanted-again";
import { findWanted } from "./wanted-again";

/** `how: text at turn` of all cuts, in order. */
function wantsOf(story: TraceBuilder): string[] {
  const recording = foldRecording(story.events());
  const { session } = recording;
  const plans = buildPlans(recording);
  const steps = Survivals.inSteps(recording, plans);
  let next = steps.next();
  while (next.done !== true) next = steps.next();
  const survivals = next.value;
  if (survivals === null) return [];
  const cuts = findCuts(session).map((cut) => finishSteps(survivals.atInSteps(cut)));
  const scene = {
    recording,
    evidence: deriveEvidence(recording, plans),
    calls: pairCalls(session),
    survivals,
  };
  return [...findWanted(scene, cuts).values()]
    .flat()
    .map(({ how, text, turn }) => `${how}: ${text} at ${turn}`);
}

const LINES = Array.from({ length: 30 }, (_, n) => `export const setting${n} = read("setting-${n}");`);
const WHOLE = LINES.join("\n");
const PART = LINES.slice(0, 8).join("\n");

/** Two results, then a cut at turn 3 that leaves only its summary. */
const work = (summary: string) =>
  trace("pay")
    .turn((t) => t.user("Refund what is due, please.", "goal").calls("get_orders", { page: 7 }, "c1"))
    .turn((t) =>
      t
        .result("c1", "order W2378156 of job-48213-x, see /app/src/pay/refund.ts")
        .calls("read_file", { path: "/app/src/settings.ts" }, "c2"),
    )
    .turn((t) => t.result("c2", WHOLE).says("I look further."))
    .turn((t) =>
      t
        .compact("sum", summary, ["goal", "call:c1", "result:c1", "call:c2", "result:c2", "answer1"])
        .says("Going on."),
    );

type Then = (t: TurnBuilder) => unknown;
const LOST = "Refunds are being made.";

function after(then: Then, answer: Then = (t) => t.result("c9", "done"), summary = LOST): string[] {
  return wantsOf(
    work(summary)
      .turn(then)
      .turn((t) => {
        answer(t);
        t.says("So far.");
      }),
  );
}
const only = (how: WantedHow, wants: readonly string[]) => wants.filter((one) => one.startsWith(`${how}:`));
const failed =
  (said: string): Then =>
  (t) =>
    t.result("c9", said, { isError: true });

describe("a lost value that is used", () => {
  const refund: Then = (t) => t.calls("refund", { order: "W2378156" }, "c9");

  it("is wanted where nothing in the window said it", () => {
    expect(only("used", after(refund))).toEqual(["used: W2378156 at 4"]);
  });

  it.each<[string, Then, string]>([
    ["where the summary says it", refund, "Refund of W2378156."],
    ["where the user says it again before", (t) => refund(t.user("It is W2378156.")), LOST],
    [
      "where another value is used, which nobody had said",
      (t) => t.calls("refund", { order: "W9990000" }, "c9"),
      LOST,
    ],
    [
      "where it is a plain number that anybody may say",
      (t) => t.calls("get_orders", { page: 7 }, "c9"),
      LOST,
    ],
  ])("is not %s", (_, then, summary) => expect(only("used", after(then, undefined, summary))).toEqual([]));
});

describe("what had left and comes back by another call", () => {
  const asked = (text: string) =>
    after(
      (t) => t.calls("show", { name: "settings" }, "c9"),
      (t) => t.result("c9", text),
    );

  it("is fetched again where nearly all of its lines had left", () => {
    expect(only("fetched", asked(PART))).toEqual(["fetched: /app/src/settings.ts at 4"]);
    const listed = LINES.slice(0, 8).map((line, n) => `${n + 1}: ${line}`);
    expect(only("fetched", asked(listed.join("\n")))).toEqual(["fetched: /app/src/settings.ts at 4"]);
  });

  it("is fetched again, too, where the summary quotes a few of its lines, and not where it has most of them", () => {
    const quoting = (lines: number) =>
      after(
        (t) => t.calls("show", { name: "settings" }, "c9"),
        (t) => t.result("c9", PART),
        `${LOST}\n${LINES.slice(0, lines).join("\n")}`,
      );
    expect(only("fetched", quoting(3))).toEqual(["fetched: /app/src/settings.ts at 4"]);
    expect(only("fetched", quoting(5))).toEqual([]);
  });

  it("is named by its tool and what that was asked, where it is no file and no command", () => {
    const wants = wantsOf(
      trace("output")
        .turn((t) => t.user("Wait for it, please.", "goal").calls("shell_output", { id: "28e89a" }, "c1"))
        .turn((t) => t.result("c1", WHOLE).says("It has ended."))
        .turn((t) => t.compact("sum", LOST, ["goal", "call:c1", "result:c1"]).says("Going on."))
        .turn((t) => t.calls("shell_output", { id: "28e89a" }, "c9"))
        .turn((t) => t.result("c9", WHOLE).says("So far.")),
    );
    expect(only("fetched", wants)).toEqual(["fetched: shell_output 28e89a at 3"]);
  });

  it("is a result of its own where it says something else, too", () => {
    expect(only("fetched", asked(`${PART}\nTwo settings of them are not read at all.`))).toEqual([]);
  });

  it("is no answer that the tool gives to every call", () => {
    const saved =
      (id: string, list: string): Then =>
      (t) =>
        t.calls("save", { list }, id);
    const story = trace("saved")
      .turn((t) => t.user("Keep a list, please.", "goal").calls("save", { list: "a" }, "c1"))
      .turn((t) => saved("c2", "a b")(t.result("c1", "The list has been saved.")))
      .turn((t) => t.result("c2", "The list has been saved.").says("Saved."))
      .turn((t) => {
        t.compact("sum", "A list.", ["goal", "call:c1", "result:c1", "call:c2", "result:c2", "answer1"]);
        saved("c3", "a b")(t);
      })
      .turn((t) => t.result("c3", "The list has been saved.").says("Saved."));
    expect(only("fetched", wantsOf(story))).toEqual([]);
  });
});

describe("what is fetched again", () => {
  const read: Then = (t) => t.calls("read_file", { path: "/app/src/settings.ts" }, "c9");

  it("is wanted where its result had left", () => {
    expect(
      only(
        "fetched",
        after(read, (t) => t.result("c9", WHOLE)),
      ),
    ).toEqual(["fetched: /app/src/settings.ts at 4"]);
  });

  it("is not wanted where another reading that stands on says most of it", () => {
    const part = (from: number, to: number) => ({
      path: "/app/src/settings.ts",
      offset: from + 1,
      limit: to - from,
    });
    const text = (from: number, to: number) => LINES.slice(from, to).join("\n");
    const wants = (from: number, to: number) =>
      wantsOf(
        trace("parts")
          .turn((t) => t.user("Look at the settings, please.", "goal").calls("read", part(0, 10), "c1"))
          .turn((t) => t.result("c1", text(0, 10)).calls("read", part(2, 16), "c2"))
          .turn((t) => t.result("c2", text(2, 16)).says("I look further."))
          .turn((t) => t.compact("sum", LOST, ["goal", "call:c1", "result:c1"]).says("Going on."))
          .turn((t) => t.calls("read", part(from, to), "c9"))
          .turn((t) => t.result("c9", text(from, to)).says("So far.")),
      );
    expect(wants(3, 30)).toEqual([]);
    expect(wants(0, 6)).toEqual([]);
    expect(wants(0, 3)).toEqual(["fetched: /app/src/settings.ts at 4"]);
  });

  it("is one want, however many results it had filled before", () => {
    const twice = work(LOST)
      .turn(read)
      .turn((t) => t.result("c9", WHOLE).says("Read."));
    expect(only("fetched", wantsOf(twice))).toHaveLength(1);
  });

  it.each<[string, Then, Then]>([
    ["that failed", read, failed("Error: no such file")],
    [
      "of another file",
      (t) => t.calls("read_file", { path: "/app/src/other.ts" }, "c9"),
      (t) => t.result("c9", WHOLE),
    ],
    [
      "that asks another question",
      (t) => t.calls("get_orders", { page: 8 }, "c9"),
      (t) => t.result("c9", "none"),
    ],
  ])("is not a call %s", (_, then, answer) => expect(only("fetched", after(then, answer))).toEqual([]));
});

describe("what the user has to say again", () => {
  it("is a lost value that the user is the next to say", () => {
    expect(after((t) => t.user("I meant job-48213-x, of course."))).toContain("asked: job-48213-x at 4");
  });

  it.each<[string, Then, string]>([
    ["a value that the summary says", (t) => t.user("I meant job-48213-x."), "It is job-48213-x."],
    ["another value", (t) => t.user("I meant job-48214-x."), LOST],
  ])("is not %s", (_, then, summary) => expect(only("asked", after(then, undefined, summary))).toEqual([]));

  it("is not a value that an answer had said in between", () => {
    const story = work(LOST)
      .turn((t) => t.block("late", "tool_result", "it was job-48213-x").says("I see."))
      .turn((t) => t.user("Yes, job-48213-x.").says("Good."));
    expect(only("asked", wantsOf(story))).toEqual([]);
  });
});

describe("what is got wrong", () => {
  const pathOf =
    (path: string): Then =>
    (t) =>
      t.calls("read_file", { path }, "c9");

  it("is a path in another folder, and an identifier with two other characters, with an error", () => {
    expect(after(pathOf("/app/lib/refund.ts"), failed("Error: no such file"))).toContain(
      "wrong: /app/src/pay/refund.ts at 4",
    );
    expect(
      after((t) => t.calls("refund", { order: "W2378165" }, "c9"), failed("Error: no such order")),
    ).toContain("wrong: W2378156 at 4");
  });

  it.each<[string, Then, Then, string]>([
    ["where the call works", pathOf("/app/lib/refund.ts"), (t) => t.result("c9", "ok"), LOST],
    ["where the file has another name", pathOf("/app/lib/refunds.ts"), failed("Error: no such file"), LOST],
    [
      "where three characters differ",
      (t) => t.calls("refund", { order: "W2378911" }, "c9"),
      failed("Error: none"),
      LOST,
    ],
    [
      "where the right one still stands",
      pathOf("/app/lib/refund.ts"),
      failed("Error: no"),
      "See /app/src/pay/refund.ts",
    ],
    [
      "where the user named the wrong one",
      (t) => pathOf("/app/lib/refund.ts")(t.user("Read /app/lib/refund.ts")),
      failed("Error: no"),
      LOST,
    ],
  ])("is nothing %s", (_, then, answer, summary) =>
    expect(only("wrong", after(then, answer, summary))).toEqual([]),
  );

  it("is nothing where two lost values are like it", () => {
    const story = trace("two")
      .turn((t) => t.user("Look at both, please.", "goal").calls("ls", {}, "c1"))
      .turn((t) => t.result("c1", "/app/a/refund.ts /app/b/refund.ts").says("I see."))
      .turn((t) =>
        t
          .compact("sum", "Two.", ["goal", "call:c1", "result:c1", "answer1"])
          .calls("read_file", { path: "/app/c/refund.ts" }, "c9"),
      )
      .turn((t) => t.result("c9", "Error: no such file", { isError: true }).says("No."));
    expect(only("wrong", wantsOf(story))).toEqual([]);
  });
});

describe("what is overwritten", () => {
  const write =
    (content: string, tool = "write_file"): Then =>
    (t) =>
      t.calls(tool, { path: "/app/src/settings.ts", content }, "c9");

  it("is a file that is written whole, without most of what it had, after its text had left", () => {
    expect(only("overwritten", after(write(PART)))).toEqual(["overwritten: /app/src/settings.ts at 4"]);
  });

  it("is one that a shell writes whole", () => {
    const command = `cat > /app/src/settings.ts <<'EOF'\n${PART}\nEOF`;
    expect(
      only(
        "overwritten",
        after((t) => t.calls("bash", { command }, "c9")),
      ),
    ).toHaveLength(1);
  });

  it.each<[string, Then]>([
    ["that gets all that it had, and more", write(`${WHOLE}\nexport const more = 1;`)],
    ["that keeps most of its lines", write(LINES.slice(0, 22).join("\n"))],
    [
      "that a shell adds to",
      (t) => t.calls("bash", { command: `cat >> /app/src/settings.ts <<'EOF'\n${PART}\nEOF` }, "c9"),
    ],
    [
      "that a script of several lines changes",
      (t) =>
        t.calls(
          "bash",
          { command: `cd /app\nsed -i s/a/b/ src/settings.ts\nnpm test\necho done\necho more\n` },
          "c9",
        ),
    ],
    [
      "that an edit changes in a part",
      (t) => t.calls("edit_file", { path: "/app/src/settings.ts", old: LINES[0], new: PART }, "c9"),
    ],
    ["of another name", (t) => t.calls("write_file", { path: "/app/src/other.ts", content: PART }, "c9")],
  ])("is not a file %s", (_, then) => expect(only("overwritten", after(then))).toEqual([]));

  it("is not a file that was read again before", () => {
    const story = work(LOST)
      .turn((t) => t.calls("read_file", { path: "/app/src/settings.ts" }, "c8"))
      .turn((t) =>
        t.result("c8", WHOLE).calls("write_file", { path: "/app/src/settings.ts", content: PART }, "c9"),
      )
      .turn((t) => t.result("c9", "written").says("Done."));
    expect(only("overwritten", wantsOf(story))).toEqual([]);
  });
});

describe("a want", () => {
  it("belongs to the newest cut before it", () => {
    const story = work("Refund of W2378156.")
      .turn((t) => t.compact("sum2", LOST, ["sum", "answer2"]).calls("refund", { order: "W2378156" }, "c9"))
      .turn((t) => t.result("c9", "done").says("Done."));
    expect(only("used", wantsOf(story))).toHaveLength(1);
  });

  it("is none where nothing was lost", () => {
    expect(
      after(
        (t) => t.calls("list", {}, "c9"),
        undefined,
        `${WHOLE} W2378156 job-48213-x /app/src/pay/refund.ts`,
      ),
    ).toEqual([]);
  });
});
