import type { StepStatus } from "../steps/plan";

const STATUS_OF_WORD = new Map<string, StepStatus>(
  Object.entries({
    in_progress: "started",
    started: "started",
    current: "started",
    completed: "completed",
    complete: "completed",
    done: "completed",
    closed: "completed",
    failed: "failed",
    blocked: "failed",
    cancelled: "skipped",
    canceled: "skipped",
    skipped: "skipped",
  }),
);

const STATUS_OF_BOX: Readonly<Record<string, StepStatus>> = {
  x: "completed",
  X: "completed",
  "-": "started",
  "~": "started",
};

/** An unknown word means that the step has not begun. */
export function convertStatusWord(word: unknown): StepStatus {
  const key = String(word)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return STATUS_OF_WORD.get(key) ?? "pending";
}

export function convertStatusBox(mark: string): StepStatus {
  return STATUS_OF_BOX[mark] ?? "pending";
}
