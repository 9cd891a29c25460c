import { describe, expect, it } from "vitest";
import { Draw } from "@/lib/testing/injected/draw";
import { NOT_INJECTED, INJECTIONS, scoreRule } from "@/lib/testing/injected-faults";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording, findAll } from "./find";
import { FINDING_RULES } from "./registry";

const SEED = 7;
const SESSIONS = 6;
const BOUND = 0.95;

describe("injected faults", () => {
  it("are there for every kind of finding, or it is said why not", () => {
    const told = [...Object.keys(INJECTIONS), ...Object.keys(NOT_INJECTED)].sort();
    expect(told).toEqual(FINDING_RULES.map(({ code }) => code).sort());
  });

  it("are the same for the same seed", () => {
    const [rule] = FINDING_RULES;
    if (rule === undefined) throw new Error("no rules");
    expect(scoreRule(rule, SEED, 3)).toEqual(scoreRule(rule, SEED, 3));
  });
});

describe.each(FINDING_RULES.filter(({ code }) => code in INJECTIONS))("$code", (rule) => {
  it("is found where it was injected, and not in the clean twin", () => {
    const { precision, recall, misses } = scoreRule(rule, SEED, SESSIONS);
    expect(precision, misses.join("\n")).toBeGreaterThanOrEqual(BOUND);
    expect(recall, misses.join("\n")).toBeGreaterThanOrEqual(BOUND);
  });
});

describe.each(FINDING_RULES.filter(({ code }) => code in INJECTIONS))("what $code says", (rule) => {
  it("names blocks of the session, each once, and writes counts in groups of digits", () => {
    for (let seed = SEED; seed < SEED + 2; seed++) {
      const { events } = INJECTIONS[rule.code]?.(new Draw(seed), true) ?? { events: [] };
      const recording = foldRecording([...events]);
      const { findings } = findAll(analyseRecording(recording), undefined, [rule]);
      const known = new Set(recording.session.blocks.map(({ id }) => id));
      for (const { blocks } of findings) {
        expect(blocks.filter((id) => !known.has(id))).toEqual([]);
        expect(new Set(blocks).size).toBe(blocks.length);
      }
      for (const { sentence, numbers } of findings)
        for (const bare of Object.values(numbers).filter((n) => Math.abs(n) >= 1_000))
          expect(sentence).not.toMatch(new RegExp(`(?<!\\d)${Math.abs(bare)}(?!\\d)`));
    }
  });
});
