import type { JudgedInput } from "../answers";
import { describe, expect, it } from "vitest";
import { buildJudgedModel } from "./judged-model";
import { partOf } from "@/lib/testing/part-of";

const SILENT: JudgedInput = {
  on: false,
  model: null,
  status: "never asked",
  note: null,
  summary: null,
  findings: [],
  questions: 0,
  answered: 0,
  unanswered: [],
  tokens: 0,
};

const FINDING = partOf<JudgedInput["findings"][number]>({
  id: "judged-1",
  title: "A correction no longer binds",
  severity: "warning",
  fromTurn: 2,
  toTurn: 9,
  sentence: "It wrote EUR again.\u202e",
  question: "rule-broken",
  model: "qwen3:8b",
  version: 3,
  quotes: [{ role: "rule", turn: 2, quote: "Write CHF everywhere.", href: "/sessions/s/blocks/b" }],
});

describe("what the judge says", () => {
  it("is not shown while it is off and never said anything", () => {
    expect(buildJudgedModel(SILENT)).toBeNull();
  });

  it("names the model, the version of the prompt and the turns, and shows active characters as signs", () => {
    const model = buildJudgedModel({
      ...SILENT,
      on: true,
      status: "asked",
      findings: [FINDING],
      questions: 3,
      answered: 2,
      tokens: 1_200,
    });
    expect(model?.items[0]).toMatchObject({
      by: "judged by qwen3:8b, prompt 3",
      turns: "turns 2 to 9",
      sentence: "It wrote EUR again.⟦RLO⟧",
      quotes: [{ from: "rule, turn 2", quote: "Write CHF everywhere." }],
    });
    expect(model?.ask).toBe("Ask again");
    expect(model?.status).toEqual(["2 of 3 questions answered, with 1,200 tokens."]);
  });

  it("says what is unanswered and why, and offers nothing while it waits", () => {
    const model = buildJudgedModel({
      ...SILENT,
      on: true,
      status: "waiting",
      note: "The daily budget is spent; 2 of 3 questions wait.",
      questions: 3,
      unanswered: [{ question: "task-kept", why: "quote not found", count: 2, detail: "" }],
    });
    expect(model?.ask).toBeNull();
    expect(model?.status).toEqual([
      "0 of 3 questions answered, with 0 tokens.",
      "The daily budget is spent; 2 of 3 questions wait.",
      "Unanswered: task kept: quote not found, 2 times.",
    ]);
  });

  it("keeps what was said before it was switched off", () => {
    const model = buildJudgedModel({
      ...SILENT,
      status: "asked",
      findings: [FINDING],
      questions: 1,
      answered: 1,
    });
    expect(model?.status[0]).toContain("is off");
    expect(model?.ask).toBeNull();
  });
});
