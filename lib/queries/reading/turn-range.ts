import type { Database } from "@/lib/db/client";
import { placeAtSession } from "@/lib/db/places";
import type { TurnBounds } from "./request-memo";
import { getLookups } from "./request-memo";

/** The turns of a session, asked for once per request. */
export function readTurnRange(db: Database, sessionId: string): Promise<TurnBounds> {
  const known = getLookups().ranges;
  const found = known.get(sessionId) ?? readRange(db, sessionId);
  known.set(sessionId, found);
  return found;
}

async function readRange(db: Database, sessionId: string): Promise<TurnBounds> {
  const [range] = await db.$queryRawUnsafe<TurnBounds[]>(
    placeAtSession("SELECT min(turn) AS first, max(turn) AS last FROM turn WHERE session_id = $1::uuid"),
    sessionId,
  );
  return range ?? { first: null, last: null };
}
