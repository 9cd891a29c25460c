import type { Loose } from "../../../shared/values";

/** What a stream of events adds up to. */
export interface JoinedStream {
  /** The answer as its API gives it without a stream. */
  readonly answer: Loose;
  /** Whether the stream itself says that the answer has ended. */
  readonly isWhole: boolean;
}

/** How the events of one API add up. */
export interface StreamForm {
  readonly isOf: (event: Loose) => boolean;
  readonly join: (events: readonly Loose[]) => JoinedStream;
}
