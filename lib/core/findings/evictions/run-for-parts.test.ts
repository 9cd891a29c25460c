import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { duplicateCall } from "./duplicate-call";

const find = (...steps: readonly Step[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [duplicateCall])
    .findings;

const bash = (command: string, answer = `what ${command} gave`): Step => ({
  ...{ tool: "bash", args: { command }, answer, worked: true },
});
const edit = (path: string): Step => ({ tool: "edit", args: { path }, answer: "done", worked: true });
const [tail, failing, one] = [
  bash("npm test 2>&1 | tail -20"),
  bash("cd app && npm test | grep FAIL"),
  bash('npm test 2>&1 | grep -A9 "one case"'),
];

describe("call.duplicate, of a command that was run only for another part of its output", () => {
  it("is three runs with nothing changed between", () => {
    const [found, ...more] = find(tail, failing, bash("ls"), one);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: "warning", standing: "proved", from: 0, to: 3 });
    expect(found?.sentence).toContain("was run 3 times with nothing changed between, at turns 0, 1, 3");
    expect(found?.claims.map(({ is }) => is)).toEqual(["same-attempt", "same-attempt"]);
  });

  it.each<[string, readonly Step[]]>([
    ["two runs", [tail, failing]],
    ["runs with a change between", [tail, edit("a.ts"), failing, edit("b.ts"), one]],
    ["runs with a command between that may change something", [tail, bash("rm -rf out"), failing, one]],
    ["runs of other things", [tail, bash("npm run lint | tail -20"), bash("npm run build | tail -20")]],
    [
      "runs in folder after folder",
      ["back", "front", "tests"].map((folder) => bash(`cd ${folder} && cargo check 2>&1 | tail -5`)),
    ],
    [
      "runs in two folders with one between that names none",
      [
        bash("cd back && cargo check | tail -9"),
        bash("cargo check 2>&1 | tail -15"),
        bash("cd front && cargo check | tail -5"),
      ],
    ],
    ["runs far from each other", [tail, ...["a", "b", "c"].map((x) => bash(`ls ${x}`)), failing, one]],
    [
      "runs with another justification",
      [1, 2, 3].map((why): Step => ({
        ...tail,
        args: { command: "npm test | tail -20", why },
        answer: `${why}`,
      })),
    ],
    [
      "lines that end in the same way",
      ["a", "b", "c"].map((file) => bash(`i=1; awk-like ${file} | head -9; i=2`, `what ${file} says`)),
    ],
    ["looks at one file", ["head -20", "tail -20", "grep x"].map((how) => bash(`cat a.log | ${how}`))],
    [
      "changes that answer in many words",
      ["head -1", "tail -1", "grep x"].map((how) => bash(`npm install left-pad | ${how}`)),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps)).toEqual([]);
  });
});
