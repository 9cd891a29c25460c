import type { Message } from "../contract/message";
import type { PolicyRun } from "../run";

/** Converts one provider's messages to the common form and back. */
export interface MessageShape {
  readonly id: "neutral" | "openai" | "anthropic" | "responses" | "gemini";
  /** Throws a `ZodError` with paths below the list. */
  read(messages: readonly unknown[]): ReadMessages;
}

export interface ReadMessages {
  readonly messages: readonly Message[];
  /** The run's window in the shape of the input. An unchanged message is the one that was sent. */
  write(run: PolicyRun): unknown[];
}
