import type { Message } from "../contract/message";
import type { PolicyRun } from "../run";

/** Messages as one provider writes them, read into the common form and written back. */
export interface MessageShape {
  readonly id: "neutral" | "openai" | "anthropic";
  /** Reads what the caller sent. Throws a `ZodError` with paths below the list. */
  read(messages: readonly unknown[]): ReadMessages;
}

export interface ReadMessages {
  readonly messages: readonly Message[];
  /** The window of a run over these messages, in the shape they came in. What did not change is what was sent. */
  write(run: PolicyRun): unknown[];
}
