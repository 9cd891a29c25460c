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

  it("is a note where each answer was empty, as of a command that is asked for and says nothing", () => {
    const poll = bash("job_output 36178", "");
    const [found, ...more] = find([other, ...times(11, () => poll), other]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: "note", standing: "proved", numbers: { calls: 11 } });
    expect(found?.sentence).toContain("each answer was empty");
    expect(find([other, ...times(11, () => poll), bash("job_output 36178", "built\ndone")])).toEqual([]);
    expect(find([other, ...times(5, () => poll), other, ...times(5, () => poll)])).toEqual([]);
  });

  it.each<[string, readonly Step[]]>([
    ["fewer of them", [...times(9, list), other]],
    [
      "one that other things were called between",
      times(24, (i) => (i % 2 === 0 ? list(i) : bash(`cat app/${i}.xml`, `<project no="${i}"/>`))),
    ],
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

  it("is a few calls in turn, of which one is answered the same", () => {
    const turns = times(24, (i) => (i % 2 === 0 ? list(i) : other));
    expect(find(turns)).toMatchObject([
      { severity: "warning", from: 0, to: 23, numbers: { period: 2, rounds: 12, calls: 24 } },
    ]);
    expect(find(turns.slice(0, 8))).toEqual([]);
  });

  const read = (from: number, answer = "nothing was written since then"): Step => ({
    ...{ tool: "read_log", args: { of: "shop", from }, answer, worked: true },
  });

  it("is a look-up that counts on and is answered the same each time", () => {
    const [found] = find([other, ...times(12, (i) => read(i * 50)), other]);
    expect(found).toMatchObject({ severity: "warning", from: 1, to: 12, numbers: { calls: 12 } });
    expect(found?.sentence).toContain("each time with another number, and was answered the same");
  });

  it.each<[string, readonly Step[]]>([
    ["a log that goes on", times(12, (i) => read(i * 50, `line ${i} of it`))],
    ["a log that was read to its end", [...times(12, (i) => read(i * 50)), read(600, "the last line")]],
    [
      "things that are looked up one by one",
      times(12, (i): Step => ({
        ...{ tool: "get_order", args: { orderId: i }, answer: "there is no such order", worked: true },
      })),
    ],
    [
      "things that are changed one by one",
      times(12, (i): Step => ({
        ...{ tool: "set_price", args: { row: i }, answer: "done as you wish", worked: true },
      })),
    ],
  ])("is no look-up that counts on, of %s", (_, steps) => {
    expect(find(steps)).toEqual([]);
  });

  it("is a loop of the other form where all answers are the same", () => {
    expect(find(times(12, () => list(0)))).toMatchObject([{ severity: "serious", numbers: { calls: 12 } }]);
  });
});
