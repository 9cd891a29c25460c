import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecordings } from "@/lib/testing/corpus/corpus-recordings";
import { assert } from "@/lib/core/assert";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { choosePolicy, policyChoiceSchema } from "./choose-policy";
import { compare } from "./comparison";
import { summariseReplay, type ReplaySummary } from "./summary";

noteMissingCorpus("what breaks the loop that keep-last-5 caused");

describe.skipIf(!hasCorpus)("the cause of matplotlib-25960's loop", async () => {
  const [recording] = hasCorpus
    ? await corpusRecordings("swe_agent/sweagent0-matplotlib__matplotlib-25960.traj")
    : [];

  function underRule(n: number, pin: readonly string[] = []): ReplaySummary {
    assert(recording !== undefined, "the session is there");
    const plans = buildPlans(recording);
    const evidence = deriveEvidence(recording, plans);
    const kind = "swe-agent-last-n-observations";
    const choice = choosePolicy(
      policyChoiceSchema.parse({ kind, options: { n }, pin: pin.length > 0 && pin }),
    );
    assert(choice.ok, "the rule is known");
    const [replay] = [...compare({ recording, plans, evidence }, [choice])].flatMap(
      (step) => step.replay ?? [],
    );
    assert(replay !== undefined, "a replay comes to its end");
    return summariseReplay(replay, recording, evidence);
  }

  function readAgain(): string[] {
    const { repeats = [], blocks = [] } = recording?.session ?? {};
    return repeats.flatMap(({ earlierResultBlock }) => blocks[earlierResultBlock ?? -1]?.id ?? []);
  }

  it("is that 61 results left and were read again; what answers used stood there in another result", () => {
    expect(new Set(readAgain()).size).toBe(61);
    expect(underRule(5)).toMatchObject({ dangling: 0, duplicatesAvoided: 0 });
  });

  it("repeats no call with the results pinned that were read again: each stands when it is asked for again", () => {
    const pinned = underRule(5, readAgain());
    expect(pinned.duplicatesAvoided).toBe(61);
    expect(pinned.tokensSent).toBeGreaterThan(underRule(5).tokensSent);
  });

  it("is gone with a larger keep", () => {
    expect(underRule(10)).toMatchObject({ duplicatesAvoided: 50 });
    expect(underRule(20)).toMatchObject({ duplicatesAvoided: 61, duplicatesCaused: 0 });
  });
});
