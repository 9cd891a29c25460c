import { expect, it } from "vitest";
import { demoStory } from "@/lib/demo";
import { trace } from "@/lib/testing/trace-builder";
import { deriveEvidenceInSteps } from "../evidence/evidence-of";
import { buildPlans } from "../evidence/plan/plans-of";
import { indexValuePresence } from "../proof/value-presence";
import type { Recording } from "../trace/fold/recording";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording, findAll, findInSteps, makeFindingInput } from "./find";
import { FINDING_RULES } from "./registry";

it("what is found in steps is what is found at once", () => {
  const known = analyseRecording(foldRecording(demoStory("test-fixing")));
  const steps = findInSteps(known);
  let pauses = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) {
      expect(step.value).toEqual(findAll(known));
      break;
    }
    pauses++;
  }
  expect(pauses).toBeGreaterThan(FINDING_RULES.length);
});

/** A session in which the same files are read again, and every result is large. */
const TURNS = 300;
const RESULT_CHARS = 5_000;
const PATHS = 30;
const STANDS = 10;
/** The share of all text that one step may read. A rule that never pauses while it reads results reads nearly all. */
const SHARE_MAX = 0.1;

function filesAgain(): Recording {
  const story = trace("files");
  for (let turn = 0; turn < TURNS; turn++)
    story.turn((t) => {
      if (turn > 0)
        t.result(`c${turn - 1}`, `part ${turn}: ${"what the file says ".repeat(RESULT_CHARS / 19)}`);
      if (turn > STANDS) t.drop(`result:c${turn - STANDS}`, `call:c${turn - STANDS}`);
      t.calls("read_file", { path: `src/part-${turn % PATHS}/main.ts` }, `c${turn}`);
    });
  return foldRecording(story.events());
}

/** How many characters of text a generator reads at most between two pauses. */
function mostRead(counts: { chars: number }, steps: Iterator<unknown>): number {
  let most = 0;
  for (;;) {
    counts.chars = 0;
    const { done } = steps.next();
    most = Math.max(most, counts.chars);
    if (done === true) return most;
  }
}

it("between two pauses no rule and no use of evidence reads more than a small part of a long session", () => {
  const counts = { chars: 0 };
  const known = filesAgain();
  const recording: Recording = {
    ...known,
    textOf: (version) => {
      const text = known.textOf(version);
      counts.chars += text?.length ?? 0;
      return text;
    },
  };
  const plans = buildPlans(recording);
  const texts = known.session.blocks.map(({ versions }) => known.textOf(versions[0]) ?? "");
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  // The index looks every text up once, and reads none.
  indexValuePresence(recording);
  const evidence = deriveEvidenceInSteps(recording, plans);
  expect(mostRead(counts, evidence) / all).toBeLessThan(SHARE_MAX);
  const built = analyseRecording(known);
  const input = makeFindingInput({ ...built, recording });
  for (const rule of FINDING_RULES)
    expect(mostRead(counts, rule.find(input)[Symbol.iterator]()) / all, rule.code).toBeLessThan(SHARE_MAX);
});
