import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { failedAgain } from "./failed-again";

interface Step {
  readonly tool?: string;
  readonly args: unknown;
  readonly answer: string;
  readonly works?: boolean;
}

const bash = (command: string, answer: string, works = false): Step => ({
  tool: "Bash",
  args: { command },
  answer,
  works,
});
const edit = (path: string, answer = "done", works = true): Step => ({
  tool: "Edit",
  args: { file_path: path, old_string: answer, new_string: "x" },
  answer,
  works,
});

/** One call a turn. */
function find(...steps: readonly Step[]) {
  const story = trace();
  steps.forEach(({ tool = "Bash", args }, i) =>
    story.turn((t) => {
      const before = steps[i - 1];
      if (before === undefined) t.user("Do it.");
      else t.result(`c${i - 1}`, before.answer, { isError: before.works !== true });
      t.calls(tool, args, `c${i}`);
    }),
  );
  const last = steps.at(-1);
  story.turn((t) =>
    t.result(`c${steps.length - 1}`, last?.answer ?? "", { isError: last?.works !== true }).says("I stop."),
  );
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [failedAgain]).findings;
}

const HOOKS = [
  "lint: two unused names in a.ts",
  "format: b.ts is not formatted",
  "types: c.ts does not compile",
];
const COMMIT = 'git commit -m "Mend it"';

describe("call.failed_again", () => {
  it("is a commit whose long message says more each time, but not one of other files", () => {
    const long = (more: string) =>
      `git commit -m "${"Mend what the hook found in the orders. ".repeat(6)}${more}"`;
    const refused = (command: (no: number) => string) =>
      find(...HOOKS.flatMap((hook, no) => [bash(command(no), hook), edit("a.ts")]));
    expect(refused((no) => long(`Part ${no}.`))).toMatchObject([{ numbers: { attempts: 3 } }]);
    expect(refused((no) => `git commit a${no}.ts -m "Mend it"`)).toEqual([]);
  });

  it("is a commit that other checks refused each time, until it worked", () => {
    const [found, ...more] = find(
      bash(`git add -A && ${COMMIT}`, HOOKS[0] ?? ""),
      edit("a.ts"),
      bash(`git add -A && ${COMMIT} 2>&1`, HOOKS[1] ?? ""),
      edit("b.ts"),
      bash(COMMIT, HOOKS[2] ?? ""),
      edit("c.ts"),
      bash(`cd /work && ${COMMIT}`, "1 file changed", true),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ from: 0, to: 4, numbers: { attempts: 3, answers: 3 } });
    expect(found?.sentence).toContain("failed 3 times, at turns 0, 2, 4, and worked at turn 6");
    for (const hook of HOOKS) expect(found?.sentence).toContain(hook);
    expect(found?.claims.map(({ is }) => is)).toEqual([
      "failed",
      "failed",
      "failed",
      "same-attempt",
      "same-attempt",
    ]);
  });

  it("is a test that failed otherwise each time, with edits between, and never worked", () => {
    const [found] = find(
      bash("npm test", "expected one to be two"),
      edit("a.ts"),
      bash("npm test", "cannot find name x"),
      edit("a.ts"),
      bash("npm test", "timeout of the second suite"),
    );
    expect(found?.sentence).toContain("no run of that very command worked after it");
  });

  it("says what did work where the very command never did", () => {
    const refused = HOOKS.map((hook) => bash(COMMIT, hook));
    const [found] = find(
      ...refused,
      bash('git add a.ts && git commit -m "Only a.ts"', "1 file changed", true),
    );
    expect(found?.sentence).toMatch(
      /no run of that very command worked after it, but the .*Only a\.ts.* did at turn 3\./,
    );
    const [other] = find(...refused, bash("git push", "done", true));
    expect(other?.sentence).toContain("no run of that very command worked after it. ");
  });

  it("is a test of which as many fail each time, and does not say that one worked whose pipe hides its error", () => {
    const [found] = find(
      bash("npm test", "the first suite broke, 2 failed"),
      edit("a.ts"),
      bash("npm test", "the second suite broke, 2 failed"),
      edit("a.ts"),
      bash("npm test", "the third suite broke, 2 failed"),
      bash("npm test | tail -5", "Error: the third suite is broken in its first case", true),
    );
    expect(found?.sentence).toContain("no run of that very command worked after it. ");
  });

  it("is the very same call, with nothing changed between", () => {
    const deploy = (answer: string, works = false): Step => ({
      tool: "deploy",
      args: { to: "eu" },
      answer,
      works,
    });
    const [found] = find(
      deploy("the lock is held by somebody"),
      deploy("no space is left there"),
      deploy("the image was refused"),
      deploy("done", true),
    );
    expect(found?.sentence).toContain("with nothing changed between, and worked at turn 3");
  });

  it("is a file that refused three edits for three reasons", () => {
    expect(
      find(
        edit("a.ts", "the file was not read yet", false),
        edit("a.ts", "no such text in the file", false),
        edit("a.ts", "the text stands there more than once", false),
      ),
    ).toHaveLength(1);
  });

  it("is what refuses in the fields of its answer, or by the code of its command, without a flag", () => {
    const order = (error: string): Step => ({
      ...{ tool: "place_order", args: { item: 7 }, works: true },
      answer: JSON.stringify({ success: false, error }),
    });
    const reasons = ["no address is given", "the item is not in stock", "the card was not taken"];
    expect(find(...reasons.map(order))).toMatchObject([{ numbers: { attempts: 3 } }]);
    expect(find(...HOOKS.map((hook) => bash(COMMIT, `Exit code 1\n${hook}`, true)))).toHaveLength(1);
    const asked = (state: string): Step => ({
      ...{ tool: "place_order", args: { item: 7 }, works: true },
      answer: JSON.stringify({ success: true, state }),
    });
    expect(find(...reasons.map(asked))).toEqual([]);
  });

  it.each<[string, readonly Step[]]>([
    [
      "a test that fails until what it tests is mended",
      [
        bash("npm test", "expected one to be two"),
        edit("a.ts"),
        bash("npm test", "cannot find name x"),
        edit("a.ts"),
        bash("npm test", "timeout of the second suite"),
        edit("a.ts"),
        bash("npm test", "all good", true),
      ],
    ],
    [
      "a test of which fewer fail each time",
      [
        bash("npm test", "11 failed, 130 passed in 9 s"),
        edit("a.ts"),
        bash("npm test", "4 failed, 137 passed in 8 s"),
        edit("a.ts"),
        bash("npm test", "1 failed, 140 passed in 9 s"),
      ],
    ],
    ["two attempts", [bash(COMMIT, HOOKS[0] ?? ""), bash(COMMIT, HOOKS[1] ?? "")]],
    [
      "failures with one that worked between",
      [
        bash(COMMIT, HOOKS[0] ?? ""),
        bash(COMMIT, HOOKS[1] ?? ""),
        bash(COMMIT, "1 file changed", true),
        bash(COMMIT, HOOKS[2] ?? ""),
      ],
    ],
    [
      "the same error each time, which is told as such",
      [bash(COMMIT, HOOKS[0] ?? ""), bash(COMMIT, HOOKS[0] ?? ""), bash(COMMIT, HOOKS[0] ?? "")],
    ],
    [
      "other commands of one program",
      [
        bash("node one.js", "one is not there at all"),
        bash("node two.js", "two is not there at all"),
        bash("node three.js", "no such module three"),
      ],
    ],
    [
      "a look that finds nothing",
      ["one", "two", "three"].map((answer) => bash("grep -rn wanted src", `exit code 1, ${answer}`)),
    ],
    [
      "a command whose end another one hides",
      ["one", "two", "three"].map((answer) => bash("npm test | tail -5", `the ${answer} suite failed`)),
    ],
    [
      "edits of other files",
      ["a.ts", "b.ts", "c.ts"].map((path) => edit(path, `${path} has no such text in it`, false)),
    ],
    [
      "words of failure in an answer that the record calls none",
      HOOKS.map((hook) => bash(COMMIT, `Error: ${hook}`, true)),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps)).toEqual([]);
  });
});
