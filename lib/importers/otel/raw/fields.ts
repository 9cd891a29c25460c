import type { CallPart } from "../spans/facts";

export type RawFields = Partial<Omit<CallPart, "type" | "record" | "joins">>;

export function known(fields: { [K in keyof RawFields]: RawFields[K] | null }): RawFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as RawFields;
}
