import { WINDOW_CHANGES_MAX } from "@/lib/api/endpoints/window";
import type { Mode } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import { readModesBefore } from "@/lib/db/reads/residencies";
import type { StoredResidency } from "@/lib/db/derived/residency-rows";
import { residencyCodec } from "@/lib/db/derived/residency-rows";
import type { Turn as TurnRow } from "@/lib/db/generated/client";
import { addCauses } from "../reading/eviction-causes";

export interface WindowChanges {
  readonly begun: readonly StoredResidency[];
  readonly ended: readonly StoredResidency[];
  modeBefore(block: number): Mode;
}

export async function readWindowChanges(
  db: Database,
  { sessionId, turn, windowKnown }: TurnRow,
): Promise<WindowChanges> {
  const [rows, left] = await Promise.all([
    windowKnown
      ? db.residency.findMany({
          where: { sessionId, fromTurn: turn, OR: [{ toTurn: null }, { toTurn: { gte: turn } }] },
          orderBy: [{ rank: "asc" }, { no: "asc" }],
          take: WINDOW_CHANGES_MAX,
        })
      : [],
    db.residency.findMany({
      where: { sessionId, evictedTurn: turn },
      orderBy: [{ rank: "asc" }, { no: "asc" }],
      take: WINDOW_CHANGES_MAX,
    }),
  ]);
  const begun = rows.map(residencyCodec.fromRow);
  const changed = begun.filter((r) => r.since < turn && !r.continues).map((r) => r.block);
  const modes = await readModesBefore(db, sessionId, changed, turn);
  const ended = await addCauses(db, sessionId, left.map(residencyCodec.fromRow));
  return { begun, ended, modeBefore: (block) => modes.get(block) ?? "full" };
}
