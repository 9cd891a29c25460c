import { describe, expect, it } from "vitest";
import type { Finding } from "@/lib/core/findings/rule/finding";
import { readLabels } from "./read-labels";
import type { Label } from "./schema";
import { isTold, markOf, countTally, findVerdict } from "./score";

const spike: Finding = {
  id: "finding",
  code: "context.spike",
  standing: "proved",
  severity: "warning",
  from: 3,
  to: 4,
  blocks: [],
  about: null,
  numbers: {},
  sentence: "Turn 3 added 60,000 tokens to the window of turn 4.",
  advice: "",
  proof: { view: "turn", turn: 4 },
  claims: [],
  cause: null,
};

const labelWith = (...verdicts: Label["verdicts"]): Label => ({
  repo: "owner/name",
  path: "a.jsonl",
  commit: "0123456",
  format: "codex",
  half: "work",
  file: "codex/a.jsonl",
  read: "whole",
  failures: [],
  verdicts,
});
const said = (verdict: "true" | "false", more: Partial<Label["verdicts"][number]> = {}) => ({
  code: "context.spike",
  claim: "one result is most of the window",
  turn: spike.from,
  verdict,
  ...more,
});

describe("a verdict of a person", () => {
  it("holds for the sentence that it was said of", () => {
    const label = labelWith(said("false"), said("true", { mark: markOf(spike) }));
    expect(findVerdict(spike, "s", label)).toBe("true");
  });

  it("holds for a reworded sentence of the same rule at the same turn, where all agree", () => {
    const other = { mark: "00000000" };
    expect(findVerdict(spike, "s", labelWith(said("true", other)))).toBe("true");
    expect(findVerdict(spike, "s", labelWith(said("true", other), said("false", other)))).toBeNull();
  });

  it("does not hold for another turn, rule or session", () => {
    const label = labelWith(
      said("true", { turn: spike.from + 5 }),
      said("true", { code: "call.loop" }),
      said("true", { session: "another" }),
    );
    expect(findVerdict(spike, "s", label)).toBeNull();
  });
});

describe("a failure named by a person", () => {
  const failure = { what: "a result is too long", code: "context.spike", structural: true };

  it("is told by a finding of its code where it happened", () => {
    expect(isTold({ ...failure, turns: [4, 9] }, [spike])).toBe(true);
    expect(isTold({ ...failure, turns: [7, 9] }, [spike])).toBe(false);
    expect(isTold({ ...failure, code: "call.loop" }, [spike])).toBe(false);
  });
});

it("counts what is true among all that was read", () => {
  const one = { file: "f", session: "s", finding: spike, mark: markOf(spike) };
  const tally = countTally(
    (["true", "false", "not useful", null] as const).map((verdict) => ({ ...one, verdict })),
  );
  expect(tally.precision).toBeCloseTo(1 / 3);
  expect(countTally([{ ...one, verdict: null }]).precision).toBeNull();
});

it("keeps one record a file, of both halves", () => {
  const labels = readLabels(import.meta.dirname);
  expect(new Set(labels.map(({ half, file }) => `${half}/${file}`)).size).toBe(labels.length);
  expect(new Set(labels.map(({ half }) => half))).toEqual(new Set(["work", "held"]));
});
