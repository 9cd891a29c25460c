import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";

/** One client's way to write telemetry. */
export interface Dialect {
  readonly id: string;
  /** The client in words. */
  readonly label: string;
  /** Whether a record is written in it: by its scope where that tells, else by its attributes. */
  claims(record: OtelRecord): boolean;
  /** What the record says; nothing when it says nothing about a context window. */
  read(record: OtelRecord): Fact[];
  /** What the user can do so that the client sends what the messages were; shown when calls come without any. */
  readonly contentSwitch?: string;
}
