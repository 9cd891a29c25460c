import type { TraceBuilder } from "./trace-builder";
import { trace } from "./trace-builder";

/** A call, and how it was answered. */
export interface AttemptStep {
  readonly tool?: string;
  readonly args: unknown;
  readonly answer: string;
  readonly worked?: boolean;
  /** What leaves the window before the call is made. */
  readonly drops?: readonly string[];
}

export const NOT_READ = "File has not been read yet. Read it first before writing to it.";

/** An edit of a file, which is refused unless `more` says otherwise. */
export function attemptEdit(path: string, old: string, more: Partial<AttemptStep> = {}): AttemptStep {
  return { args: { path, old_string: old }, answer: NOT_READ, ...more };
}

export function attemptCommand(
  command: string,
  answer: string,
  more: Partial<AttemptStep> = {},
): AttemptStep {
  return { tool: "Bash", args: { command }, answer, ...more };
}

/** Each step is one turn with one call, `c0`, `c1` and so on. */
export function writeAttempts(...steps: readonly AttemptStep[]): TraceBuilder {
  const story = trace();
  steps.forEach(({ tool = "edit", args, drops = [] }, i) =>
    story.turn((t) => {
      if (i === 0) t.user("Do it.");
      const before = steps[i - 1];
      if (before !== undefined) t.result(`c${i - 1}`, before.answer, { isError: before.worked !== true });
      t.drop(...drops).calls(tool, args, `c${i}`);
    }),
  );
  const last = steps.at(-1);
  return story.turn((t) =>
    t.result(`c${steps.length - 1}`, last?.answer ?? "", { isError: last?.worked !== true }).says("I stop."),
  );
}
