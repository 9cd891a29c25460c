import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { callLoop } from "./call-loop";

interface Step {
  readonly tool: string;
  readonly args: unknown;
  readonly answer?: string;
  readonly fails?: boolean;
  /** What the user says before the call. */
  readonly asked?: string;
}

/** One call a turn. */
function find(...steps: readonly Step[]) {
  const story = trace();
  const answer = (no: number) => steps[no]?.answer ?? "The file was changed.";
  steps.forEach(({ tool, args, asked }, i) =>
    story.turn((t) => {
      if (i === 0) t.user("Mend it.");
      else t.result(`c${i - 1}`, answer(i - 1), { isError: steps[i - 1]?.fails === true });
      if (asked !== undefined) t.user(asked);
      t.calls(tool, args, `c${i}`);
    }),
  );
  story.turn((t) => t.result(`c${steps.length - 1}`, answer(steps.length - 1)).says("I stop."));
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [callLoop]).findings;
}

const edit = (from: string, to: string, more: Partial<Step> = {}): Step => ({
  tool: "Edit",
  args: { file_path: "a.ts", old_string: from, new_string: to },
  ...more,
});
let runs = 0;
const run = (): Step => ({
  tool: "Bash",
  args: { command: "npm test" },
  answer: `failed in ${(runs += 7)} ms`,
});
const sh = (command: string): Step => ({ tool: "Bash", args: { command }, answer: "" });
const swap = (from: string, to: string) => sh(`cd app && sed -i 's/${from}/${to}/g' a.ts`);
const THERE = edit("x", "y");
const BACK = edit("y", "x");

describe("call.loop, of changes that were made before", () => {
  it("is what was tried and taken back, and tried again and again", () => {
    const [found, ...more] = find(THERE, run(), BACK, run(), THERE, run(), BACK, run(), THERE, run());
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 0,
      to: 8,
      blocks: ["call:c0", "call:c4", "call:c6", "call:c8"],
      numbers: { calls: 3, changes: 5 },
    });
    expect(found?.sentence).toContain("Of the 5 changes of files from turn 0 to 8, 3 had been made before");
    expect(found?.claims.map(({ is }) => is)).toEqual(
      Array.from({ length: 3 }, () => ["same-arguments", "equal"]).flat(),
    );
  });

  it("is also what commands change in place, which answer nothing", () => {
    const [found, ...more] = find(
      swap("x", "y"),
      run(),
      swap("y", "x"),
      run(),
      swap("x", "y"),
      swap("y", "x"),
      swap("x", "y"),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      numbers: { calls: 3, changes: 5 },
    });
  });

  it.each<[string, readonly Step[]]>([
    [
      "a copy made again, of what had changed",
      [1, 2, 3, 4].flatMap((no) => [edit("x", `${no}`), sh("cp a.ts out/a.ts"), sh("rm out/b.ts")]),
    ],
    [
      "what is taken out again in the same words after each try",
      ["a", "b", "c", "d"].flatMap((what) => [
        sh(`sed -i '1i print(${what})' a.py`),
        run(),
        sh("sed -i '/print/d' a.py"),
      ]),
    ],
    [
      "a line that is appended each time",
      [1, 2, 3, 4].flatMap(() => [sh("cat >> log.md <<E\ndone\nE"), sh("cat >> b.md <<E\ndone\nE")]),
    ],
    ["a change that was taken back once", [THERE, run(), BACK, run(), THERE, run(), BACK, run()]],
    ["the same change with none in between", [THERE, run(), THERE, run(), THERE, run(), THERE, run()]],
    ["other changes each time", ["b", "c", "d", "e", "f"].flatMap((to) => [edit("x", to), edit(to, "x")])],
    [
      "changes that were refused",
      [THERE, BACK, THERE, BACK, THERE, BACK].map((one) => ({
        ...one,
        fails: true,
        answer: "Error: no such text",
      })),
    ],
    [
      "what the user asked for in between",
      [THERE, BACK, THERE, BACK, THERE, BACK].map((one, i) => ({
        ...one,
        asked: `No, the other way, ${i}.`,
      })),
    ],
    [
      "changes that gave something else",
      [THERE, BACK, THERE, BACK, THERE, BACK].map((one, i) => ({
        ...one,
        answer: `Now the file is number ${i}.`,
      })),
    ],
    [
      "files that are opened by turns",
      ["a.ts", "b.ts", "a.ts", "b.ts", "a.ts", "b.ts"].map((path) => ({
        tool: "open",
        args: `open ${path}`,
      })),
    ],
    [
      "lists that are no files",
      ["one", "two", "one", "two", "one", "two"].map((todo) => ({
        tool: "write_todos",
        args: { todos: [todo] },
      })),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps).filter(({ numbers }) => numbers["changes"] !== undefined)).toEqual([]);
  });
});
