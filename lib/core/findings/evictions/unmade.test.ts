import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (...steps: readonly Step[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [errorAgain])
    .findings;

const write = (path: string, answer: string, worked = false): Step => ({
  ...{ tool: "write_file", args: { path, content: "print(1)" }, answer, worked },
});
const bash = (command: string, answer: string, worked = false): Step => ({
  ...{ tool: "bash", args: { command }, answer, worked },
});
const REFUSED = write("tools/run.py", "This folder may only be written in the phase of building.");
const GONE = "python3: can't open file 'tools/run.py': [Errno 2] No such file or directory";
const runs = bash("python3 tools/run.py", GONE);
const open = (tool: string, answer: string): Step => ({
  ...{ tool, args: { ticket: "T-4411" }, answer, worked: true },
});

describe("error.again, of what was refused and used as if it were there", () => {
  it("is a file that could not be written, and was run", () => {
    const [found, ...more] = find(REFUSED, runs);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 0,
      to: 1,
      blocks: ["result:c0", "call:c0", "call:c1", "result:c1"],
    });
    expect(found?.sentence).toContain('was to make "tools/run.py" and failed with "This folder may only');
  });

  it("is a refusal that no record calls one, as long as it states it", () => {
    expect(
      find(
        open("create_ticket", '{"ok": false, "error": "the quota of this month is used"}'),
        open("assign_ticket", '{"ok": false, "error": "T-4411 does not exist"}'),
      ),
    ).toMatchObject([{ from: 0, to: 1 }]);
  });

  it.each<[string, readonly Step[]]>([
    [
      "a look whether it is there",
      [REFUSED, bash("ls tools/run.py", "ls: tools/run.py: No such file or directory")],
    ],
    ["what was made in a second attempt", [REFUSED, write("tools/run.py", "written", true), runs]],
    [
      "what a command may have made since",
      [REFUSED, bash("cp old.py tools/run.py && ./move.sh", "", true), runs],
    ],
    ["another thing that is not there", [REFUSED, bash("python3 tools/sum.py", GONE.replace("run", "sum"))]],
    [
      "a use that fails for another reason",
      [REFUSED, bash("python3 tools/run.py", "ValueError: 3 is no date of this year")],
    ],
    ["what was written", [write("tools/run.py", "written", true), runs]],
  ])("is not %s", (_, steps) => {
    expect(find(...steps)).toEqual([]);
  });
});
