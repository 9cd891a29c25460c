import type { CallPart } from "../spans/facts";

export type RawFields = Partial<Omit<CallPart, "type" | "record" | "joins">> & {
  /** Whether a streamed answer says that it has ended. */
  readonly isWhole?: boolean;
};
