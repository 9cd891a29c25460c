import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";

export interface Dialect {
  readonly id: string;
  readonly label: string;
  /** By the record's scope where that tells, else by its attributes. */
  claims(record: OtelRecord): boolean;
  /** Empty for a record that says nothing about a context window. */
  read(record: OtelRecord): Fact[];
  /** How the user makes the client send its messages. Shown when calls come without any. */
  readonly contentSwitch?: string;
}
