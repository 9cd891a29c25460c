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
