import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecordings } from "@/lib/testing/corpus/corpus-recordings";
import { assert } from "@/lib/core/assert";
import { findPolicy } from "@/lib/policies/registry";
import { replayRecorded } from "./recorded";
import { replay } from "./replayer";
import { readSource } from "./windows/source";
import { summariseReplay } from "./summary";

noteMissingCorpus("the loop that keep-last-5 caused");

/**
 * The tokens sent that the run itself reports. Its cost shows that the model was a Claude, whose tokens are smaller
 * than o200k's.
 */
const REPORTED = 1_314_986;

describe.skipIf(!hasCorpus)("matplotlib-25960 under SWE-agent's own rule", async () => {
  const [recording] = hasCorpus
    ? await corpusRecordings("swe_agent/sweagent0-matplotlib__matplotlib-25960.traj")
    : [];
  const under = (n: number) => {
    const policy = findPolicy("swe-agent-last-n-observations");
    assert(recording !== undefined && policy !== undefined, "the session and the rule are there");
    return replay(readSource(recording), { policy, options: { n } });
  };
  const summaryUnder = (n: number) =>
    summariseReplay(under(n), recording ?? under(n).recording, { edges: [] });

  it("has the recorded windows to the token with n = 5", () => {
    const { series } = under(5);
    expect(series).toHaveLength(84);
    expect(series.map(({ residual }) => residual)).toEqual(series.map(() => 0));
  });

  it("sends what the run reports: sizes are calibrated by the total, for a model whose tokens are smaller than o200k's", () => {
    const sent = under(5).series.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(Math.abs(REPORTED - sent)).toBeLessThan(REPORTED / 200);
    const calibration = recording?.session.calibration;
    expect(calibration).toMatchObject({ basis: "total of the run", exact: false, samples: 0 });
    expect(calibration?.factor).toBeGreaterThan(1.1);
    expect(calibration?.factor).toBeLessThan(1.25);
  });

  it("gives the reported total for the rule that made the recording, and an estimate for any other", () => {
    expect(summaryUnder(5)).toMatchObject({
      tokensSentByRun: { value: REPORTED, provenance: "estimated" },
    });
    expect(summaryUnder(10).tokensSentByRun.value).toBeGreaterThan(REPORTED);
    assert(recording !== undefined, "the session is there");
    const asRecorded = summariseReplay(replayRecorded(readSource(recording)), recording, { edges: [] });
    expect(asRecorded.tokensSentByRun).toEqual({ value: REPORTED, provenance: "measured" });
  });

  it("had dropped what was read again each of the 61 times; keeping more breaks that", () => {
    expect(under(5).session.repeats.filter(({ earlierResult }) => earlierResult === "left")).toHaveLength(61);
    expect(summaryUnder(5)).toMatchObject({ duplicatesAvoided: 0, duplicatesCaused: 0 });
    expect(summaryUnder(10).duplicatesAvoided).toBe(50);
    expect(summaryUnder(20).duplicatesAvoided).toBeGreaterThanOrEqual(50);
  });
});
