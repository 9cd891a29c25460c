import type { LeafNote } from "@/lib/core/checked";
import type { Fact } from "../spans/facts";
import type { OtelRecord } from "../spans/record";

export interface Dialect extends LeafNote {
  readonly id: string;
  readonly label: string;
  claims(record: OtelRecord): boolean;
  read(record: OtelRecord): Fact[];
  /** How the user makes the client send its messages. Shown when calls come without any. */
  readonly contentSwitch?: string;
}
