import type { Outcome } from "@/lib/core/vocabulary";

/** Benchmarks reward a task with 1 when it is solved. */
export function readRewardOutcome(reward: unknown): { outcome: Outcome; reason: string } {
  if (typeof reward !== "number") return { outcome: "unknown", reason: "no reward" };
  return { outcome: reward >= 1 ? "ok" : "wrong", reason: `reward ${reward}` };
}
