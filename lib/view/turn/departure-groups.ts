import { groupBy } from "@/lib/core/group-by";
import { formatCompact, plural } from "../format/format";
import type { DepartureRow } from "./window-rows";

/** Fewer rows than this are clearer than a row that unfolds. */
const FOLDED_FROM = 4;

/** Blocks that left in the same way for the same cause; `label` is `null` where the rows stand by themselves. */
export interface DepartureGroup {
  readonly key: string;
  readonly label: string | null;
  readonly freed: string;
  readonly rows: readonly DepartureRow[];
}

/** One row for all that left alike, in the order in which they left. */
export function listDepartureGroups(rows: readonly DepartureRow[]): DepartureGroup[] {
  const groups = groupBy(rows, ({ words, cause, restorable }) => JSON.stringify([words, cause, restorable]));
  return [...groups].map(([key, own]) => {
    const freed = own.reduce((sum, { freedTokens }) => sum + (freedTokens ?? 0), 0);
    const isFolded = own.length >= FOLDED_FROM;
    return {
      key,
      label: isFolded
        ? `${plural(own.length, "block")} ${own[0]?.words ?? ""} · ${own[0]?.cause ?? ""}`
        : null,
      freed: freed === 0 ? "" : `−${formatCompact(freed)}`,
      rows: own,
    };
  });
}
