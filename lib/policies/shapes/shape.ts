import type { Message } from "../contract/message";
import type { PolicyRun } from "../run";

export interface MessageShape {
  readonly id: "neutral" | "openai" | "anthropic" | "responses" | "gemini";
  /** @throws ZodError with paths below the list */
  read(messages: readonly unknown[]): ReadMessages;
}

export interface ReadMessages {
  readonly messages: readonly Message[];
  /** The run's window in the shape of the input. An unchanged message is the one that was sent. */
  write(run: PolicyRun): unknown[];
}
