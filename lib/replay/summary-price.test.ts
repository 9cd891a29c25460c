import { expect, it } from "vitest";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { findPolicy } from "@/lib/policies/registry";
import { trace } from "@/lib/testing/trace-builder";
import { analyseRecording } from "@/lib/core/findings/find";
import { replay } from "./replayer";
import { summariseReplay } from "./summary";
import { readSource } from "./windows/source";

/** Of Claude Opus 4.5, in dollars for a token: a summary's call reads nothing from a cache. */
const [INPUT, OUTPUT] = [5e-6, 25e-6];

it("a replay's price has its policy's own calls for summaries in it, and says how much they are", () => {
  const story = trace("s", { model: "claude-opus-4-5" });
  for (let n = 0; n < 12; n++)
    story.turn((t) =>
      t
        .user(1_000)
        .says(200)
        .usage((n + 1) * 1_200, 200, { cacheRead: n * 1_200, cacheWrite: 1_200 }),
    );
  const recording = foldRecording(story.events());
  const policy = findPolicy("prose-summary");
  if (policy === undefined) throw new Error("there is no policy prose-summary");
  const made = replay(readSource(recording), { policy, options: { max_tokens: 6_000, keep: 3 } });
  const calls = made.ledger.flatMap(({ summarizerCalls }) => summarizerCalls);
  const byHand = calls.reduce(
    (sum, { inputTokens, outputTokens }) => sum + inputTokens * INPUT + outputTokens * OUTPUT,
    0,
  );
  const requests = made.series.reduce(
    (sum, { price, outputPrice }) => sum + (price ?? 0) + (outputPrice ?? 0),
    0,
  );
  const { price, summarizerPrice } = summariseReplay(made, recording, analyseRecording(recording).evidence);
  expect(calls.length).toBeGreaterThan(0);
  expect(summarizerPrice).toBeCloseTo(byHand, 10);
  expect(price).toBeCloseTo(requests + byHand, 10);
});
