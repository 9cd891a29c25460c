import { describe, expect, it } from "vitest";
import type { JudgeRecord } from "@/lib/judge/ask";
import { candidateOfRun, isRight, readFailedRun } from "./who-and-when";

const RUN = {
  is_correct: false,
  question: "How many moons has it?",
  history: [
    { role: "human", content: "How many moons has it?" },
    { role: "Orchestrator (thought)", content: "I ask the surfer." },
    { role: "WebSurfer", content: "The page of another planet says 2." },
  ],
  mistake_agent: "WebSurfer",
  mistake_step: "2",
  mistake_reason: "It read the wrong page.",
};
const run = readFailedRun(JSON.stringify(RUN));
const answer = (verdict: string | null, text: string) =>
  ({ verdict, quotes: [{ text }] }) as unknown as JudgeRecord;

describe("a run of Who&When", () => {
  it("is read from both kinds of files, and nothing else is", () => {
    const named = {
      ...RUN,
      history: [{ role: "user", name: "Excel_Expert", content: "4" }],
      mistake_step: 0,
    };
    expect(readFailedRun(JSON.stringify(named))?.mistake_step).toBe(0);
    expect(readFailedRun('{"history": []}')).toBeNull();
    expect(readFailedRun("no JSON")).toBeNull();
  });

  it("is scored by the agent and the step of the first quote", () => {
    if (run === null) throw new Error("the run is not read");
    expect(candidateOfRun(run).texts.map(({ id }) => id)).toEqual(["Q", "E0", "E1", "E2"]);
    expect(isRight(run, answer("failed", "E2"))).toEqual({ agent: true, step: true });
    expect(isRight(run, answer("failed", "E1"))).toEqual({ agent: false, step: false });
    expect(isRight({ ...run, mistake_agent: "Orchestrator" }, answer("failed", "E1"))).toEqual({
      agent: true,
      step: false,
    });
    expect(isRight(run, answer(null, "E2"))).toEqual({ agent: false, step: false });
  });
});
