import type { Job, WorkLane } from "./job";

/** What is said of a job in the queue, so that a slot can pass over it. */
export const BULK = "bulk";

export function listFlags({ lane }: Pick<Job, "lane">): string[] {
  return lane === "bulk" ? [BULK] : [];
}

export function findLane(flags: Readonly<Record<string, unknown>> | null): WorkLane {
  return flags !== null && BULK in flags ? "bulk" : "interactive";
}
