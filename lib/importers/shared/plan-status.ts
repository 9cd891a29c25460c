import type { PlanLog } from "./plan-log";

/** A step as a plan's log takes it: some formats number their steps, most only list them. */
export type StatedStep = Parameters<PlanLog["state"]>[1][number];

const WORDS: Readonly<Record<string, StatedStep["status"]>> = {
  in_progress: "started",
  completed: "completed",
  done: "completed",
  cancelled: "skipped",
  skipped: "skipped",
  failed: "failed",
  blocked: "failed",
};

/** The status of a step in the word that an agent has for it: `in_progress`, `DONE`, `IN PROGRESS`; else it is pending. */
export function planStatus(word: unknown): StatedStep["status"] {
  const key = String(word)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return (Object.hasOwn(WORDS, key) ? WORDS[key] : undefined) ?? "pending";
}
