import type { TraceEvent } from "@/lib/core/trace/event";
import type { Draw } from "./draw";

/** A session and the place of its fault. A finding must name one of the blocks or cover one of the turns. */
export interface Injected {
  readonly events: readonly TraceEvent[];
  /** Empty if the fault concerns a turn and no block. */
  readonly blocks: readonly string[];
  readonly turns: readonly number[];
}

/**
 * Writes a session with a fault or, from the same choices, its clean twin. The order of choices must not depend on the
 * fault.
 */
export type Injection = (draw: Draw, isFaulty: boolean) => Injected;

/** Injections by the code of the finding that they must cause. */
export type Injections = Readonly<Record<string, Injection>>;
