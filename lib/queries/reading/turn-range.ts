import type { Database } from "@/lib/db/client";

/** The first and the last turn of a session; `null` without turns. */
export async function readTurnRange(
  db: Database,
  sessionId: string,
): Promise<{ readonly first: number | null; readonly last: number | null }> {
  const { _min, _max } = await db.turn.aggregate({
    where: { sessionId },
    _min: { turn: true },
    _max: { turn: true },
  });
  return { first: _min.turn, last: _max.turn };
}
