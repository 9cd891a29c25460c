import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import {
  attemptEdit as edit,
  attemptCommand as bash,
  NOT_READ,
  writeAttempts as attempts,
} from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [errorAgain]).findings;

const CORRECTION = "Your reply made no call.\nCall a tool.";

const works = (call: string) => (t: TurnBuilder) => t.calls("look", { at: call }, call);

/**
 * Replies without a call at turns 1 and 4, each followed by the correction. `between` edits the window after
 * the first correction.
 */
function corrected(between: (t: TurnBuilder) => unknown, again = CORRECTION) {
  return trace()
    .turn((t) => works("c0")(t.user("Fix it.")))
    .turn((t) => t.result("c0", "one").says("It is done.", "bad1"))
    .turn((t) => works("c1")(t.user(CORRECTION, "told1")))
    .turn((t) => {
      between(t);
      works("c2")(t.result("c1", "two"));
    })
    .turn((t) => t.result("c2", "three").says("It is done now.", "bad2"))
    .turn((t) => works("c3")(t.user(again, "told2")));
}
const takenBack = (t: TurnBuilder) => t.drop("bad1", "told1");

describe("error.again, of a reply that was corrected", () => {
  it("is a correction that left with its reply, and had to be given again", () => {
    const [found] = find(corrected(takenBack));
    expect(found).toMatchObject({
      from: 1,
      to: 4,
      blocks: ["told1", "told2", "bad1", "bad2"],
      numbers: { mistakes: 2, corrections: 2, withdrawn: 1 },
      proof: { view: "why", turn: 4, block: "told1" },
    });
    expect(found?.sentence).toContain('"Your reply made no call."');
  });

  it("counts a last reply by its form, when that form drew the correction every time", () => {
    const ended = corrected(takenBack).turn((t) =>
      t.drop("bad2", "told2").result("c3", "four").says("Done, really.", "bad3"),
    );
    expect(find(ended)).toMatchObject([{ to: 6, numbers: { mistakes: 3, corrections: 2, withdrawn: 2 } }]);
  });

  it("does not count a last reply that could see the correction", () => {
    const ended = corrected(takenBack).turn((t) => t.result("c3", "four").says("Done, really.", "bad3"));
    expect(find(ended)).toMatchObject([{ to: 4, numbers: { mistakes: 2 } }]);
  });

  it("says nothing while the correction stands", () => {
    expect(find(corrected(() => undefined))).toEqual([]);
  });

  it("says nothing when the next correction is another one", () => {
    expect(find(corrected(takenBack, "Your reply was too long."))).toEqual([]);
  });

  it("says nothing of a reminder that leaves while the reply stays", () => {
    expect(find(corrected((t) => t.drop("told1")))).toEqual([]);
  });

  it("says nothing of what a sliding window takes with everything older", () => {
    expect(find(corrected((t) => t.drop("user1", "call:c0", "result:c0", "bad1", "told1")))).toEqual([]);
  });
});

const failed = { isError: true };

describe("error.again, of calls", () => {
  it("is an error that stood in the window and did not bind", () => {
    const [found, ...more] = find(attempts(edit("a.ts", "let one"), edit("b.ts", "let two")));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 0,
      to: 1,
      blocks: ["result:c0", "call:c0", "call:c1"],
      numbers: { attempts: 2, stood: 1, left: 0 },
    });
    expect(found?.sentence).toContain("while the answer before stood in the window");
    expect(found?.sentence).toContain("it changed path, old_string");
  });

  it("is told once for all attempts, whatever worked between three of them", () => {
    const works = edit("a.ts", "let", { answer: "done", worked: true });
    const found = find(attempts(edit("a.ts", "1"), works, edit("b.ts", "2"), works, edit("c.ts", "3")));
    expect(found).toMatchObject([{ from: 0, to: 4, numbers: { attempts: 3, stood: 2 } }]);
  });

  it("is serious where the same call was made again after its error had left", () => {
    const again = edit("a.ts", "let one", { drops: ["call:c0", "result:c0"] });
    const look: Step = { tool: "look", args: {}, answer: "nothing new", worked: true };
    expect(find(attempts(edit("a.ts", "let one"), look, again))).toMatchObject([
      { severity: "serious", numbers: { attempts: 2, stood: 0, left: 1 } },
    ]);
  });

  it("is two with one that worked between, where the first answer had left", () => {
    const works = edit("a.ts", "2", { answer: "done", worked: true });
    const again = edit("b.ts", "3", { drops: ["call:c0", "result:c0"] });
    expect(find(attempts(edit("a.ts", "1"), works, again))).toMatchObject([
      { severity: "warning", from: 0, to: 2, numbers: { attempts: 2, stood: 0, left: 1 } },
    ]);
  });

  it("is the very same call twice, though another of its kind worked between", () => {
    const run = (script: string, answer: string, worked = false): Step => ({
      ...{ tool: "bash", args: { command: `python3 ${script}` }, answer, worked },
    });
    const fails = run("a.py", "The table of the orders cannot be read now.");
    expect(find(attempts(fails, run("mend.py", "done", true), fails))).toMatchObject([
      { from: 0, to: 2, numbers: { attempts: 2, stood: 1 } },
    ]);
    const once = run("a.py", "It is read.", true);
    expect(find(attempts(fails, run("mend.py", "done", true), once, fails))).toEqual([]);
  });

  it("is a refusal that stands before what the tool shows, without a flag", () => {
    const shown = Array.from(
      { length: 90 },
      (_, i) => `${i + 1}: line ${i * 7} of the file that is open`,
    ).join("\n");
    const create = (path: string): Step => ({
      ...{ tool: "create", args: { path }, worked: true },
      answer: `Error: the file '${path}' already exists.\n${shown}`,
    });
    expect(find(attempts(create("a.ts"), create("b.ts")))).toMatchObject([{ numbers: { attempts: 2 } }]);
  });

  it("is no long text that a look begins with an error", () => {
    const shown = Array.from(
      { length: 90 },
      (_, i) => `${i + 1}: line ${i * 7} of the log that was read`,
    ).join("\n");
    const read = (path: string): Step => ({
      ...{ tool: "read_log", args: { path }, worked: true },
      answer: `Error: the file '${path}' already exists.\n${shown}`,
    });
    expect(find(attempts(read("a.log"), read("b.log")))).toEqual([]);
  });

  it("is the same command, whatever is said of it and whatever process ran it", () => {
    const run = (description: string, id: number): Step => ({
      ...{ tool: "bash", args: { command: "systemctl status panel", description } },
      answer: `Failed to connect to the bus of the user\nExit Code: 1\nProcess Group: ${id}`,
    });
    const [found] = find(attempts(run("Look at it.", 5423), run("Look at it again.", 5436)));
    expect(found?.sentence).toContain("the command was the same each time");
  });

  it("is the error of a trace, whether what the program said came before it, after it or in between", () => {
    const [head, name] = [
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>',
      "TypeError: the value is no integer",
    ];
    const run = (answer: string): Step => ({
      tool: "python",
      args: { script: "a.py" },
      answer,
      worked: true,
    });
    const said = "Opened the file.\nRead 12 rows.";
    const look: Step = { tool: "edit", args: { path: "a.py" }, answer: "done", worked: true };
    const found = find(
      attempts(
        run(`${head}\n${name}\n${said}`),
        look,
        run(`${said}\n${head}\n${name}`),
        look,
        run(`${head}\n${said}\n${name}`),
      ),
    );
    expect(found).toMatchObject([{ from: 0, to: 4, numbers: { attempts: 3 } }]);
  });

  it("leaves out numbers, times, places, ids and what the call gave", () => {
    const run = (path: string, answer: string): Step => ({ tool: "deploy", args: { path }, answer });
    const found = find(
      attempts(
        run("eu/one", "Deploy of eu/one failed after 1200 ms: connection refused by 10.0.0.7:5432"),
        run("us/two", "Deploy of us/two failed after 300 ms: connection refused by 10.0.0.9:5432"),
      ),
    );
    expect(found).toHaveLength(1);
  });

  it.each<[string, readonly Step[]]>([
    ["another error", [edit("a.ts", "1"), edit("a.ts", "1", { answer: "The text occurs more than once." })]],
    ["another tool", [edit("a.ts", "1"), { tool: "write", args: { path: "a.ts" }, answer: NOT_READ }]],
    [
      "two of a kind with one that worked between",
      [edit("a.ts", "1"), edit("a.ts", "2", { answer: "done", worked: true }), edit("b.ts", "3")],
    ],
    [
      "a search for another thing that finds nothing",
      [
        { tool: "bash", args: { command: "grep -n one src/a.ts" }, answer: "Command exited with code 1" },
        { tool: "bash", args: { command: "grep -n two src/a.ts" }, answer: "Command exited with code 1" },
        { tool: "bash", args: { command: "grep -n three src/b.ts" }, answer: "Command exited with code 1" },
      ],
    ],
    [
      "a file that is looked for in two places",
      [
        { tool: "read_file", args: { path: "src/a.ts" }, answer: "Error: no such file: src/a.ts" },
        { tool: "read_file", args: { path: "lib/a.ts" }, answer: "Error: no such file: lib/a.ts" },
      ],
    ],
    [
      "a test run that comes further each time",
      [
        { tool: "bash", args: { command: "npm test" }, answer: "FAIL suite\n5 failed, 10 passed" },
        { tool: "bash", args: { command: "npm test" }, answer: "FAIL suite\n2 failed, 13 passed" },
      ],
    ],
    [
      "a second try of what passes by itself",
      [
        {
          tool: "fetch",
          args: { url: "https://a.example" },
          answer: "Error: 503 service unavailable, try again",
        },
        {
          tool: "fetch",
          args: { url: "https://a.example" },
          answer: "Error: 503 service unavailable, try again",
        },
      ],
    ],
    [
      "an error that says nothing",
      [edit("a.ts", "1", { answer: "17" }), edit("a.ts", "1", { answer: "17" })],
    ],
    [
      "the same words of a call that worked",
      [edit("a.ts", "1", { worked: true }), edit("a.ts", "1", { worked: true })],
    ],
  ])("is not %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });

  it("is not what was asked side by side, where no call could see the answer of another", () => {
    const story = trace()
      .turn((t) =>
        t.user("Do it.").calls("edit", { path: "a.ts" }, "c1").calls("edit", { path: "b.ts" }, "c2"),
      )
      .turn((t) => t.result("c1", NOT_READ, failed).result("c2", NOT_READ, failed).says("I stop."));
    expect(find(story)).toEqual([]);
  });

  it("is a test run with the same failures although an edit came between", () => {
    const test: Step = { tool: "bash", args: { command: "npm test" }, answer: "FAIL suite in 3 s\n2 failed" };
    const again = { ...test, answer: "FAIL suite in 5 s\n2 failed" };
    expect(find(attempts(test, edit("a.ts", "1", { answer: "done", worked: true }), again))).toMatchObject([
      { from: 0, to: 2 },
    ]);
  });
});

const notThere = (path: string) => `cat: ${path}: No such file or directory`;
const READ_MISSING: Step = {
  tool: "Read",
  args: { file_path: "/app/run.sh" },
  answer: "File does not exist.",
};
const look = bash("git status", "nothing to commit", { worked: true });

describe("error.again, of what is not there", () => {
  it("is told once, whatever asked for it", () => {
    const [found, ...more] = find(
      attempts(
        bash("cd /app && cat run.sh", notThere("run.sh")),
        look,
        READ_MISSING,
        look,
        bash("bash /app/run.sh --all", "bash: /app/run.sh: No such file or directory"),
      ),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ from: 0, to: 4, severity: "warning", numbers: { attempts: 3, stood: 2 } });
    expect(found?.sentence).toContain(
      '"/app/run.sh", which is not there, was asked for twice more, at turns 2, 4',
    );
    expect(found?.claims.filter(({ is }) => is === "same-missing")).toHaveLength(2);
  });

  it("is a script that is not found again after what said so had left", () => {
    const gone = { drops: ["call:c0", "result:c0"] };
    expect(find(attempts(READ_MISSING, look, { ...READ_MISSING, ...gone }))).toMatchObject([
      { severity: "serious", numbers: { attempts: 2, stood: 0, left: 1 } },
    ]);
  });

  it("is a program that is not installed", () => {
    const answer = "bash: line 1: jar: command not found";
    expect(
      find(attempts(bash("jar tf a.jar", answer), look, bash("cd x && jar xf b.jar | head", answer))),
    ).toHaveLength(1);
  });

  it.each<[string, readonly Step[]]>([
    ["two places", [bash("cat a.sh", notThere("a.sh")), look, bash("cat b.sh", notThere("b.sh"))]],
    [
      "two folders",
      [bash("cd /one && cat a.sh", notThere("a.sh")), look, bash("cd /two && cat a.sh", notThere("a.sh"))],
    ],
    [
      "another folder that a call went to",
      [
        bash("cat a.sh", notThere("a.sh")),
        bash("cd /two", "", { worked: true }),
        look,
        bash("cat a.sh | head", notThere("a.sh")),
      ],
    ],
    [
      "a look at what the call before may have made",
      [
        bash("ls dist", "ls: cannot access 'dist': No such file or directory"),
        bash("npm run build", "built", { worked: true }),
        bash("ls -la dist", "ls: cannot access 'dist': No such file or directory"),
      ],
    ],
    [
      "what was removed",
      [
        bash("rm a.sh", "", { worked: true }),
        look,
        bash("cat a.sh", notThere("a.sh")),
        look,
        bash("cat a.sh | head", notThere("a.sh")),
      ],
    ],
    [
      "what a command waits for",
      [bash("cat a.log", notThere("a.log")), look, bash("sleep 5; cat a.log", notThere("a.log"))],
    ],
    [
      "what the call did not name",
      [
        bash("npm test", "Error: b.json: No such file or directory in one"),
        bash("npm run lint", "Error: b.json: No such file or directory in two"),
      ],
    ],
  ])("is not %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });

  it("is not what the user named in between", () => {
    const story = trace()
      .turn((t) => t.user("Do it.").calls("Read", { file_path: "/app/run.sh" }, "c0"))
      .turn((t) => t.result("c0", "File does not exist.", failed).says("It is not there."))
      .turn((t) => t.user("Now /app/run.sh is there.").calls("Read", { file_path: "/app/run.sh" }, "c1"))
      .turn((t) => t.result("c1", "File does not exist.", failed).says("It is not."));
    expect(find(story)).toEqual([]);
  });
});

const TRACED = [
  "one case after the other ran well. ".repeat(60),
  "Traceback (most recent call last):",
  '  File "/app/test.py", line 7, in <module>',
  "    run()",
].join("\n");

describe("error.again, of a run that ended with an error", () => {
  const run = (answer: string, more: Partial<Step> = {}) =>
    bash("python test.py", answer, { worked: true, ...more });
  const edited = edit("test.py", "1", { answer: "done", worked: true });

  it("is known by the error below its trace, however long its output", () => {
    const [found] = find(
      attempts(run(`${TRACED}\nValueError: bad value`), run(`${TRACED}\nValueError: bad value`)),
    );
    expect(found?.sentence).toContain('failed with "ValueError: bad value"');
  });

  it("is known by the code that an output states", () => {
    const sed = (pattern: string, answer: string) =>
      run(answer, { args: { command: `sed -i '${pattern}' a.xml` } });
    const refused = "rc=1\nsed: -e expression #1, char 56: Unmatched ) or \\)";
    expect(find(attempts(sed("s/(a/b/", refused), sed("s/a)/b/", refused)))).toHaveLength(1);
    const fine = "rc=0\nsed: -e expression #1, char 56: Unmatched ) or \\)";
    expect(find(attempts(sed("s/(a/b/", fine), sed("s/a)/b/", fine)))).toEqual([]);
    const none = run("rc=1\nnothing of the kind here", { args: { command: "grep -n a b.xml" } });
    expect(find(attempts(none, none))).toEqual([]);
  });

  it("is no serious one where the call only looks", () => {
    const status = run("fatal: this folder is not under the control of git", {
      args: { command: "git status" },
    });
    const again = { ...status, drops: ["call:c0", "result:c0"] };
    expect(find(attempts(status, look, again))).toMatchObject([
      { severity: "warning", numbers: { left: 1 } },
    ]);
  });

  it("is no serious one where something was changed in between, although its answer had left", () => {
    const first = run(`${TRACED}\nValueError: bad value`);
    const again = { ...first, drops: ["call:c0", "result:c0"] };
    expect(find(attempts(first, edited, again))).toMatchObject([{ severity: "warning" }]);
    expect(find(attempts(first, look, again))).toMatchObject([{ severity: "serious" }]);
  });

  it("is not a log that somebody reads, or a trace in the middle of what a run says", () => {
    const log = bash("cat run.log", `${TRACED}\nValueError: bad value`, { worked: true });
    expect(find(attempts(log, look, log))).toEqual([]);
    const goesOn = run(`${TRACED}\nValueError: bad value\n${"All is well again.\n".repeat(9)}`);
    expect(find(attempts(goesOn, goesOn))).toEqual([]);
  });
});
