import type { CallPart } from "../spans/facts";

export type RawFields = Partial<Omit<CallPart, "type" | "record" | "joins">> & {
  /** Whether a streamed answer says that it has ended. */
  readonly isWhole?: boolean;
};

export function known(fields: { [K in keyof RawFields]: RawFields[K] | null }): RawFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as RawFields;
}
