import type { Database } from "@/lib/db/client";

/** What a step of a command may need of what it runs in. */
interface StepContext {
  readonly db: Database;
  readonly project: string;
  readonly signal: AbortSignal;
}

/** What a step takes that is told nothing but where it runs: no more of the context than it needs. */
export interface StepIn<Needs extends keyof StepContext> {
  readonly ctx: Pick<StepContext, Needs>;
}

/** What a question of an agent, and each step of a command, takes: one object, as a command does. */
export interface StepOf<Needs extends keyof StepContext, Input> extends StepIn<Needs> {
  readonly input: Input;
}
