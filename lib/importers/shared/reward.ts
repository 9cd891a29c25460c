import type { Outcome } from "@/lib/core/vocabulary";

/** What a benchmark's reward says of a task: 1 is solved, anything below is not; without a reward nobody knows. */
export function outcomeOfReward(reward: unknown): { outcome: Outcome; reason: string } {
  if (typeof reward !== "number") return { outcome: "unknown", reason: "no reward" };
  return { outcome: reward >= 1 ? "ok" : "wrong", reason: `reward ${reward}` };
}
