import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [errorAgain]).findings;

const TASK = "Mend the build of this project and say when all of its checks pass.";

const refuse = (found: number) =>
  `Give exactly one action in a reply, found ${found} actions.\nWrite it as the example shows.\nTo end the work, say so.`;

interface Round {
  readonly says: string;
  readonly told: string;
  readonly calls: string;
}

const ROUNDS: readonly Round[] = [
  { says: "I list it: `ls -la src/app` and read `cat a.py`.", told: refuse(2), calls: "ls -la src/app" },
  { says: "I change it: `sed -i s/one/two/ a.py` `make`.", told: refuse(2), calls: "sed -i s/one/two/ a.py" },
  { says: "Now `make check` `git diff --stat`.", told: refuse(3), calls: "make check && git diff --stat" },
];

/** Each round is a reply without a call, a message, and a call that works. */
function refusedEachTime(rounds: readonly Round[] = ROUNDS, between?: (t: TurnBuilder) => unknown) {
  const story = trace().turn((t) => t.user(TASK).calls("bash", { command: "pwd" }, "c0"));
  return rounds.reduce(
    (so, { says, told, calls }, i) =>
      so
        .turn((t) => {
          between?.(t);
          t.result(`c${i}`, `answer ${i}`).says(says, `bad${i}`);
        })
        .turn((t) => t.user(told, `told${i}`).calls("bash", { command: calls }, `c${i + 1}`)),
    story,
  );
}

describe("error.again, of replies that are refused for their form", () => {
  it("is the message that each of them drew while it stood", () => {
    const [found, ...more] = find(refusedEachTime());
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      standing: "proved",
      severity: "warning",
      from: 1,
      to: 5,
      blocks: ["told0", "bad0", "bad1", "bad2"],
      numbers: { mistakes: 3, stood: 2 },
    });
    expect(found?.sentence).toContain("3 times, at turns 1, 3, 5");
  });

  it("is none where it was said twice", () => {
    expect(find(refusedEachTime(ROUNDS.slice(0, 2)))).toEqual([]);
  });

  it("is no order that a person gives each time that something is done", () => {
    const done = ROUNDS.map((round, i) => ({
      ...round,
      says: `Step ${i} is done and all of its checks pass.`,
      told: "Go on with the next step of the plan and commit it when done.",
    }));
    expect(find(refusedEachTime(done))).toEqual([]);
  });

  it("is none where a reply without a call drew something else", () => {
    const [first, second, third] = ROUNDS;
    const other = {
      says: "Shall I go on?",
      told: "Yes, and mind the lint rules of the project, too.",
      calls: "ls -la lib",
    };
    expect(find(refusedEachTime([first, second, other, third].filter((one) => one !== undefined)))).toEqual(
      [],
    );
  });

  it("is not the task, which is given again each time", () => {
    const repeated = ROUNDS.map((round) => ({ ...round, told: TASK }));
    expect(find(refusedEachTime(repeated))).toEqual([]);
  });

  it("is none where the message had left each time", () => {
    const left = refusedEachTime(ROUNDS, (t) => t.drop("told0", "told1", "bad0", "bad1"));
    expect(find(left).filter(({ numbers }) => "stood" in numbers)).toEqual([]);
  });

  it("is no short word that asks to go on", () => {
    expect(find(refusedEachTime(ROUNDS.map((round) => ({ ...round, told: "Yes, go on." }))))).toEqual([]);
  });
});
