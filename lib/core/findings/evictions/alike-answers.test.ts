import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { callLoop } from "./call-loop";

const find = (steps: readonly Step[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [callLoop]).findings;

const times = (n: number, step: (i: number) => Step): Step[] => Array.from({ length: n }, (_, i) => step(i));
const bash = (command: string, answer: string): Step => ({
  ...{ tool: "bash", args: { command }, answer, worked: true },
});
const listing = (i: number) =>
  `total 12\n.. ${9260 + (i % 4)} entries 23:0${i % 7}\ninvoice 22:52\npom.xml 22:52`;
const list = (i: number) => bash("ls -la app", listing(i));
const other = bash("cat app/pom.xml", "<project/>");

describe("call.loop, of one call whose answers differ in little", () => {
  it("is ten and more of them with nothing else between", () => {
    const [found, ...more] = find([other, ...times(12, list), other]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 1,
      to: 12,
      numbers: { calls: 12 },
    });
  });

  it.each<[string, readonly Step[]]>([
    ["fewer of them", [...times(9, list), other]],
    ["one that something else was called between", times(24, (i) => (i % 2 === 0 ? list(i) : other))],
    ["a wait that pauses", times(12, (i) => bash("sleep 9 && ls -la app", listing(i)))],
    ["a wait that came to its end", [...times(12, list), bash("ls -la app", "invoice.pdf\nsent.log\ndone")]],
    [
      "answers that go on to other things",
      times(12, (i) => bash("./next-page", `page ${i}\nitem ${i * 7}\nitem ${i * 9}`)),
    ],
    ["one answer that says how far it is", times(12, (i) => bash("./status", `${i} of 40 are done`))],
    ["a call with other arguments", times(12, (i) => bash(`ls -la app/${i}`, listing(i)))],
  ])("is not %s", (_, steps) => {
    expect(find(steps)).toEqual([]);
  });

  it("is a loop of the other form where all answers are the same", () => {
    expect(find(times(12, () => list(0)))).toMatchObject([{ severity: "serious", numbers: { calls: 12 } }]);
  });
});
