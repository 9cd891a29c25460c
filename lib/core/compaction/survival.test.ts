import { finishSteps } from "../steps";
import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { buildPlans } from "../evidence/plan/plans-of";
import { foldRecording } from "../trace/fold/recording";
import { findCuts } from "./cuts";
import type { Fate, SurvivalKind } from "./kinds";
import { FATES, SURVIVAL_KINDS } from "./kinds";
import type { CutSurvival } from "./survival";
import { countFates } from "./count-fates";
import { Survivals } from "./survival";

function survivalsOf(story: TraceBuilder): CutSurvival[] {
  const recording = foldRecording(story.events());
  const steps = Survivals.inSteps(recording, buildPlans(recording));
  for (;;) {
    const { done, value } = steps.next();
    if (done !== true) continue;
    return value === null ? [] : findCuts(recording.session).map((cut) => finishSteps(value.atInSteps(cut)));
  }
}

/** `{ kind: { text: fate } }` of the first cut. */
function fatesOf(story: TraceBuilder): Partial<Record<SurvivalKind, Record<string, Fate>>> {
  const told: Partial<Record<SurvivalKind, Record<string, Fate>>> = {};
  for (const { value, fate } of survivalsOf(story)[0]?.fates ?? [])
    (told[value.kind] ??= {})[value.text] = fate;
  return told;
}

const long = (summary: string | number) =>
  trace("pay")
    .turn((t) =>
      t
        .user("Make refunds of W2378156 work, please.\n- never touch the ledger files", "goal")
        .calls("bash", { command: "npm test -- refund" }, "c1"),
    )
    .turn((t) =>
      t
        .result("c1", "src/pay/refund.ts failed in 350 ms\nTypeError: amount is not a number")
        .calls("read", { file_path: "/app/src/pay/rates.ts" }, "c2"),
    )
    .turn((t) =>
      t
        .result("c2", "rate 1,284.5 kB at https://pay.example/rates/7")
        .says("I see, job-48213-x is to blame."),
    )
    .turn((t) =>
      t
        .compact("sum", summary, ["goal", "call:c1", "result:c1", "call:c2", "result:c2", "answer1"])
        .says("Going on."),
    );

describe("what a compaction kept", () => {
  it("is each value once, in the first place that says it", () => {
    const told = fatesOf(long("W2378156: see src/pay/refund.ts (it took 350ms) and src/pay/rates.ts."));
    expect(told).toEqual({
      identifier: { W2378156: "inSummary", "job-48213-x": "lost" },
      message: { "Make refunds of W2378156 work, please. - never touch the ledger files": "lost" },
      constraint: { "never touch the ledger files": "lost" },
      command: { "npm test -- refund": "lost" },
      path: { "src/pay/refund.ts": "inSummary", "/app/src/pay/rates.ts": "inSummary" },
      number: { "350 ms": "inSummary", "1,284.5 kB": "inNamedFile" },
      error: { "TypeError: amount is not a number": "lost" },
      address: { "https://pay.example/rates/7": "inNamedFile" },
    });
  });

  it("tells values by their form alone", () => {
    const story = trace("forms")
      .turn((t) =>
        t
          .user("Please look at everything.", "goal")
          .calls("bash", { command: "chmod +x tools/run.sh" }, "c1")
          .calls("read", { file_path: "/app/src/log.ts" }, "c2"),
      )
      .turn((t) =>
        t
          .result(
            "c1",
            [
              "/home/u/.config/app/settings.json ~/.ssh/known.hosts .../src/deep/a.ts ../b.ts",
              "pi-ai@0.27.2 ops@pay.example https://go.example/dl/go${VERSION} https://go.example/dl",
              "9851ee3..67de3f41 agent:main:ce05ae58-9623-4a28-a08e-3c94d2ca06ea ce05ae5896234a28a08e3c94d2ca06ea",
              "backup-2024-11-02.tar 0m12.17s 3923416 kB 1000000 204817 $1 in 1.7 s, 3 m away",
            ].join("\n"),
          )
          .result("c2", "export interface Answer {\n  error: string | null;\n}"),
      )
      .turn((t) =>
        t.compact("sum", "Made tools/run.sh.", ["goal", "call:c1", "result:c1", "call:c2", "result:c2"]),
      );
    const told = fatesOf(story);
    expect(Object.keys(told.path ?? {}).sort()).toEqual([
      "/app/src/log.ts",
      "/home/u/.config/app/settings.json",
      "src/deep/a.ts",
      "tools/run.sh",
      "~/.ssh/known.hosts",
    ]);
    expect(told.address).toEqual({ "ops@pay.example": "lost", "https://go.example/dl": "lost" });
    expect(Object.keys(told.identifier ?? {}).sort()).toEqual([
      "204817",
      "67de3f41",
      "9851ee3",
      "ce05ae58-9623-4a28-a08e-3c94d2ca06ea",
      "pi-ai@0.27.2",
    ]);
    expect(Object.keys(told.number ?? {}).sort()).toEqual(["1.7 s", "3923416 kB"]);
    expect(told.error).toBeUndefined();
    expect(told.command).toEqual({ "chmod +x tools/run.sh": "lost" });
  });

  it("knows a number and a path in another spelling", () => {
    const told = fatesOf(long("pay/refund.ts was slow; the rate is 1284.5 kB."));
    expect(told.path?.["src/pay/refund.ts"]).toBe("inSummary");
    expect(told.number).toEqual({ "350 ms": "lost", "1,284.5 kB": "inSummary" });
  });

  it("takes no part of a longer value for it", () => {
    const told = fatesOf(long("W23781567, src/pay/refund.tsx, 1350 ms and job-48213-xy are others."));
    expect(told.identifier).toEqual({ W2378156: "lost", "job-48213-x": "lost" });
    expect(told.path?.["src/pay/refund.ts"]).toBe("lost");
    expect(told.number?.["350 ms"]).toBe("lost");
  });

  it("knows a path on a drive by its last parts, and what stood in the file of that path", () => {
    const story = trace("drive")
      .turn((t) =>
        t
          .user("Look at it, please.", "goal")
          .calls("read", { file_path: "C:\\work\\app\\src\\pay.ts" }, "c1"),
      )
      .turn((t) =>
        t.result("c1", "job-48213-x, see C:/work/app/src/log.ts and main:src/b/c.ts").says("I see."),
      )
      .turn((t) => t.compact("sum", "Look at src/pay.ts.", ["goal", "call:c1", "result:c1", "answer1"]));
    expect(fatesOf(story)).toMatchObject({
      path: {
        "C:\\work\\app\\src\\pay.ts": "inSummary",
        "C:/work/app/src/log.ts": "inNamedFile",
        "src/b/c.ts": "inNamedFile",
      },
      identifier: { "job-48213-x": "inNamedFile" },
    });
  });

  it("finds the file of a long text whose path stands behind it, and of a path with a space", () => {
    const write = (path: string) =>
      trace("written")
        .turn((t) =>
          t
            .user("Write it down, please.", "goal")
            .calls("write", { content: `job-48213-x ${"line\n".repeat(9_000)}`, path }, "c1"),
        )
        .turn((t) => t.result("c1", "ok").says("Written."))
        .turn((t) => t.compact("sum", "See out/report.html.", ["goal", "call:c1", "result:c1", "answer1"]));
    for (const path of ["/srv/out/report.html", "/Volumes/My Disk/out/report.html"])
      expect(fatesOf(write(path)).identifier, path).toEqual({ "job-48213-x": "inNamedFile" });
  });

  it("counts of a command in tags what was typed, and no bare command", () => {
    const tags = (name: string, args: string) =>
      `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`;
    const story = trace("typed")
      .turn((t) => t.user(tags("fix-all-bugs", ""), "one").says("Yes."))
      .turn((t) => t.user(tags("note", "keep the old tests"), "two").says("Yes."))
      .turn((t) => t.compact("sum", "They want: keep the old tests.", ["one", "answer1", "two", "answer2"]));
    expect(fatesOf(story).message).toEqual({ "keep the old tests": "inSummary" });
  });

  it("takes no colour and no part of a list for a number", () => {
    const story = trace("colour")
      .turn((t) => t.user("Step 3b has #64748b and 12B, please.", "goal").says("Yes."))
      .turn((t) => t.compact("sum", "Steps.", ["goal", "answer1"]));
    expect(Object.keys(fatesOf(story).number ?? {})).toEqual(["12B"]);
  });

  it("has read what the user wrote last, which no call was given", () => {
    const story = trace("last")
      .turn((t) => t.user("Look at the orders, please.", "goal").says("Yes."))
      .event({
        type: "block.recorded",
        turn: 0,
        block: { id: "last", kind: "user_message", content: "Now refund W1000001 for them." },
      })
      .turn((t) => t.compact("sum", "Now refund W1000001 for them.", ["goal", "answer1"]));
    expect(fatesOf(story)).toMatchObject({
      message: { "Now refund W1000001 for them.": "inSummary" },
      identifier: { W1000001: "inSummary" },
    });
  });

  it("is counted of the last window on record, although a call failed behind it", () => {
    const story = long("W2378156");
    const [plain] = survivalsOf(story);
    const failed = story.events().flatMap((event) => [
      ...(event.type === "turn.recorded" && event.turn === 3
        ? [
            { ...event, id: "failed", output: [], window: undefined, error: "limit reached" },
            { ...event, turn: 4 },
          ]
        : [event]),
    ]);
    const recording = foldRecording(failed);
    const [cut] = findCuts(recording.session);
    expect(cut).toMatchObject({ turn: 4, before: plain?.cut.before });
  });

  it("cannot be known of an encrypted or empty summary, which is not a loss", () => {
    const fates = Object.values(fatesOf(long("  "))).flatMap((one) => Object.values(one));
    expect(new Set(fates)).toEqual(new Set(["unreadable"]));
  });

  it("keeps what stands on, and what was due to come into the next window", () => {
    const story = trace("kept")
      .turn((t) =>
        t.user("Look at order W1000001 and W1000002 please.", "goal").calls("get", { id: "W1000001" }, "c1"),
      )
      .turn((t) => t.result("c1", "order W1000001 of job-48213-x").calls("get", { id: "W1000002" }, "c2"))
      .turn((t) =>
        t.compact("sum", "Looked.", ["goal", "call:c1", "result:c1"]).result("c2", "of job-48214-x"),
      );
    expect(fatesOf(story).identifier).toEqual({
      W1000001: "lost",
      W1000002: "kept",
      "job-48213-x": "lost",
      "job-48214-x": "kept",
    });
  });

  it("tells what the program attached again from what the user wrote again", () => {
    const attached = long("Refunds.").turn((t) => t.says("x"));
    expect(fatesOf(attached).identifier?.W2378156).toBe("lost");
    const story = trace("again")
      .turn((t) => t.user("Refund W1000001 and W1000002 please.", "goal").says("Yes."))
      .turn((t) =>
        t
          .compact("sum", "A refund.", ["goal", "answer1"])
          .block("file", "attachment", "orders: W1000001")
          .user("I said W1000002!"),
      );
    expect(fatesOf(story).identifier).toEqual({ W1000001: "attached", W1000002: "lost" });
  });

  it("says of a message that a sentence of it stands on", () => {
    const story = trace("partly")
      .turn((t) =>
        t.user("Please rename the old table first. Then drop all of its indexes.", "goal").says("Yes."),
      )
      .turn((t) =>
        t.compact("sum", "The user wants: please rename the old table first.", ["goal", "answer1"]),
      );
    const [message] = (survivalsOf(story)[0]?.fates ?? []).filter(({ value }) => value.kind === "message");
    expect(message).toMatchObject({ fate: "lost", partly: true });
  });

  it("counts steps of a plan by their words", () => {
    const story = trace("plan")
      .turn((t) => t.user("Do it all.", "goal").says("Yes."))
      .event({
        type: "plan.declared",
        turn: 0,
        plan: "p",
        steps: [
          { id: "1", text: "Write the migration" },
          { id: "2", text: "Delete the old rows" },
        ],
      })
      .turn((t) => t.says("Go."))
      .turn((t) => t.compact("sum", "Next: write the migration.", ["goal", "answer1"]));
    expect(fatesOf(story).step).toEqual({
      "Write the migration": "inSummary",
      "Delete the old rows": "lost",
    });
  });
});

describe("the steps of a plan", () => {
  const texts = ["Write the migration first", "Delete the old rows"];
  const plan = { plan: texts.map((step) => ({ step, status: "pending" })) };
  const boxes = texts.map((text) => `- [ ] ${text}\n`).join("");
  const story = (first: string, tool: string, args: object, task = "Do it all, please.") =>
    trace("file")
      .turn((t) => t.user(task, "goal").calls(tool, args, "c1"))
      .turn((t) => t.result("c1", "ok").says("Written."))
      .turn((t) => t.compact("one", first, ["goal", "call:c1", "result:c1", "answer1"]).says("On."))
      .turn((t) => t.compact("two", "x", ["one", "answer2"]).says("On."));

  it("are lost once, and do not stand before the next compaction", () => {
    const [first, second] = survivalsOf(story("Next: write the migration first.", "update_plan", plan));
    const told = [first, second].map((one) =>
      (one?.fates ?? [])
        .filter(({ value }) => value.kind === "step")
        .map(({ value, fate }) => [value.text, fate]),
    );
    expect(told).toEqual([
      [
        ["Write the migration first", "inSummary"],
        ["Delete the old rows", "lost"],
      ],
      [["Write the migration first", "lost"]],
    ]);
  });

  it("are none in a document with check boxes, which somebody wrote for its own sake", () => {
    const file = { path: "/app/docs/plan.md", content: `# Plan\n${boxes}` };
    expect(fatesOf(story("See docs/plan.md.", "write", file)).step).toBeUndefined();
    expect(fatesOf(story("On it.", "ls", {}, `Please do this:\n${boxes}`)).step).toBeUndefined();
  });
});

describe("the steps of a plan that was written last", () => {
  it("stand before the compaction that comes next, and not before the one behind it", () => {
    const steps = ["Write the migration first", "Delete the old rows"].map((step) => ({ step }));
    const story = trace("late")
      .turn((t) => t.user("Do it all, please.", "goal").says("Yes."))
      .turn((t) => t.calls("update_plan", { plan: steps }, "c1"))
      .turn((t) => t.compact("one", "Work.", ["goal", "answer1"]).drop("call:c1").says("On."))
      .turn((t) => t.compact("two", "More work.", ["one", "answer2"]).says("On."));
    const counts = survivalsOf(story).map(({ fates }) => countFates(fates).step.before);
    expect(counts).toEqual([2, 0]);
  });
});

describe("paths of which one is the end of the other", () => {
  const story = (...results: string[]) => {
    const begun = trace("ends").turn((t) =>
      t.user("Look at all of it, please.", "goal").calls("ls", {}, "c0"),
    );
    const read = results.reduce(
      (so, text, n) => so.turn((t) => t.result(`c${n}`, text).calls("ls", { n }, `c${n + 1}`)),
      begun,
    );
    return read
      .turn((t) => t.result(`c${results.length}`, "no more").says("I see."))
      .turn((t) =>
        t.compact("sum", "All seen.", [
          "goal",
          "answer1",
          ...results.flatMap((_, n) => [`call:c${n}`, `result:c${n}`]),
        ]),
      );
  };

  it("are one, and an end of two is none of its own, in whatever order they came", () => {
    const texts = ["/a/src/one.ts", "/b/src/one.ts", "src/one.ts", "src/two.ts"];
    for (const order of [texts, texts.toReversed(), [2, 0, 3, 1].map((n) => texts[n] ?? "")])
      expect(Object.keys(fatesOf(story(...order)).path ?? {}).sort()).toEqual([
        "/a/src/one.ts",
        "/b/src/one.ts",
        "src/two.ts",
      ]);
  });
});

describe("what a clearing kept", () => {
  const story = trace("cleared")
    .turn((t) =>
      t.user("Read both files, please.", "goal").calls("read", { file_path: "/a/src/one.ts" }, "c1"),
    )
    .turn((t) =>
      t.result("c1", "job-48213-x and job-48214-x").calls("read", { file_path: "/a/src/two.ts" }, "c2"),
    )
    .turn((t) => t.result("c2", "job-48214-x").says("Read."))
    .turn((t) => t.clear("result:c1").says("Done."));

  it("is counted of what was cleared", () => {
    expect(survivalsOf(story).map(({ cut: { is, turn } }) => [is, turn])).toEqual([["clearing", 3]]);
    expect(fatesOf(story)).toEqual({
      identifier: { "job-48213-x": "inNamedFile", "job-48214-x": "kept" },
    });
  });
});

describe("the columns", () => {
  it("add up to what stood before, for every kind and every cut", () => {
    for (const summary of ["W2378156 and src/pay/refund.ts", "", "350 ms"])
      for (const { fates } of survivalsOf(long(summary))) {
        const counts = countFates(fates);
        for (const kind of SURVIVAL_KINDS)
          expect(FATES.reduce((sum, fate) => sum + counts[kind][fate], 0)).toBe(counts[kind].before);
      }
  });

  it("are none where nothing was cut", () => {
    expect(survivalsOf(trace("whole").turn((t) => t.user("Hello to you all.").says("Hello.")))).toEqual([]);
  });
});
