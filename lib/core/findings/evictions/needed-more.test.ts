import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { failedAgain } from "./failed-again";

const find = (...steps: readonly Step[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [failedAgain])
    .findings;

const run = (
  cmd: string,
  more: object,
  worked: boolean,
  answer = worked ? `what ${cmd} gives` : "loopback: denied",
): Step => ({
  ...{ tool: "exec_command", args: { cmd, ...more }, answer, worked },
});
const OUTSIDE = { sandbox: "outside", why: "May I look at this folder?" };
/** Refused, and made again with more. */
const twice = (cmd: string, more: object = OUTSIDE, worked = true) => [
  run(cmd, {}, false),
  run(cmd, more, worked),
];
const COMMANDS = ["git log -3", "ls src", 'rg "one two" lib'];

describe("call.failed_again, of commands that all needed the same", () => {
  it("is three that worked with one thing more", () => {
    const [found, ...more] = find(...COMMANDS.flatMap((one) => twice(one)));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 0,
      to: 5,
      numbers: { attempts: 3 },
    });
    expect(found?.sentence).toContain(
      '3 commands did not work until the very same was asked with "sandbox" set, at turns 0, 2, 4',
    );
  });

  it("is also what nobody calls a failure, where only the second has a heading", () => {
    const headed = (cmd: string) =>
      run(cmd, OUTSIDE, true, `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${cmd}`);
    const found = find(
      ...COMMANDS.flatMap((cmd) => [run(cmd, {}, true, `could not start ${cmd}: { denied }`), headed(cmd)]),
    );
    expect(found).toMatchObject([{ numbers: { attempts: 3 } }]);
  });

  it.each<[string, readonly Step[]]>([
    ["two commands", COMMANDS.slice(0, 2).flatMap((one) => twice(one))],
    ["one command thrice", [0, 1, 2].flatMap(() => twice("npm test"))],
    ["commands that were given more time", COMMANDS.flatMap((one) => twice(one, { timeout: 90_000 }))],
    ["commands of which only more was said", COMMANDS.flatMap((one) => twice(one, { why: "May I look?" }))],
    ["commands that failed with it, too", COMMANDS.flatMap((one) => twice(one, OUTSIDE, false))],
    [
      "other commands that work with it",
      COMMANDS.flatMap((one) => [run(one, {}, false), run(`${one} -v`, OUTSIDE, true)]),
    ],
    [
      "commands that had worked before",
      COMMANDS.flatMap((one) => [run(one, {}, true), run(one, OUTSIDE, true)]),
    ],
    [
      "commands that needed another thing each",
      COMMANDS.flatMap((one, i) => twice(one, { [`flag${i}`]: true })),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps).filter(({ sentence }) => sentence.includes("very same was asked"))).toEqual([]);
  });
});
