import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { Draw } from "@/lib/testing/injected/draw";
import { INJECTIONS } from "@/lib/testing/injected-faults";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import { FINDING_KINDS } from "./kinds";
import { SEVERITIES } from "./rule/finding";
import { analyseRecording, findAll } from "./find";
import { FINDING_RULES } from "./registry";

const empty = foldRecording(trace().events());
const clean = foldRecording(
  trace("clean", { contextWindow: 100_000, budget: 60_000 })
    .turn((t) =>
      t
        .system("Answer briefly.")
        .user("How many files are there?", "goal")
        .calls("list", {}, "c1")
        .usage(100, 10),
    )
    .turn((t) => t.result("c1", "three").says("There are three.").usage(120, 5))
    .events(),
);

describe("the registry of findings", () => {
  it("has every code once, each with a title, an advice and a source", () => {
    const codes = FINDING_RULES.map((rule) => rule.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const rule of FINDING_RULES) {
      expect(rule.code).toMatch(/^[a-z]+\.[a-z_]+$/);
      if (rule.severity !== null) expect(SEVERITIES).toContain(rule.severity);
      for (const text of [rule.title, rule.advice, rule.source]) expect(text.length).toBeGreaterThan(10);
    }
  });

  it("has one rule for each kind, in the same order", () => {
    expect(FINDING_RULES.map(({ code }) => code)).toEqual(FINDING_KINDS.map(({ code }) => code));
  });
});

/** Findings of coverage are left out: they appear most where a session contains nothing. */
describe.each(FINDING_RULES.filter(({ family }) => family !== "coverage"))("$code", (rule) => {
  it("finds nothing in an empty or a clean session", () => {
    expect(findAll(analyseRecording(empty), undefined, [rule]).findings).toEqual([]);
    expect(findAll(analyseRecording(clean), undefined, [rule]).findings).toEqual([]);
  });
});

/** Coverage speaks of what no window shows. */
const WITHOUT_CLAIMS: readonly string[] = ["coverage"];

describe.each(
  FINDING_RULES.filter(({ code, family }) => code in INJECTIONS && !WITHOUT_CLAIMS.includes(family)),
)("what $code proves", (rule) => {
  it("it proves with claims", () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { events } = INJECTIONS[rule.code]?.(new Draw(seed), true) ?? { events: [] };
      const { findings } = findAll(analyseRecording(foldRecording([...events])), undefined, [rule]);
      for (const { standing, claims, sentence } of findings)
        if (standing === "proved") expect(claims.length, sentence).toBeGreaterThan(0);
    }
  });
});

describe("every rule", () => {
  it("is total and deterministic, and speaks of turns and blocks that exist", () => {
    fc.assert(
      fc.property(arbitrarySession, (events) => {
        const recording = foldRecording(events);
        const [once, again] = [analyseRecording(recording), analyseRecording(foldRecording(events))];
        const blocks = new Set(recording.session.blocks.map((block) => block.id));
        for (const rule of FINDING_RULES) {
          const { findings } = findAll(once, undefined, [rule]);
          expect(findAll(again, undefined, [rule]).findings, rule.code).toEqual(findings);
          for (const finding of findings) {
            if (rule.family === "governance" && finding.standing === "proved")
              expect(finding.claims, rule.code).not.toEqual([]);
            expect(finding.from, rule.code).toBeLessThanOrEqual(finding.to);
            expect(
              finding.blocks.filter((id) => !blocks.has(id)),
              rule.code,
            ).toEqual([]);
            expect(finding.sentence, rule.code).toMatch(/\.$/);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
