import { openDatabase } from "@/lib/db/client";
import { waitForProject } from "@/lib/db/progress";
import type { Killed } from "./kill-pipeline";
import { placeEverywhere } from "@/lib/db/places";

export interface ReadBack {
  readonly session: string;
  readonly acknowledged: number;
  /** Turns in order. A turn that is stored twice is in the list twice. */
  readonly turns: readonly number[];
}

/** Reads all turns of the agents' sessions after everything acknowledged was processed. */
export async function readBack(project: string, killed: Killed, waitMs: number): Promise<ReadBack[]> {
  const db = openDatabase(killed.url);
  try {
    if (!(await waitForProject(db, project, waitMs)))
      throw new Error("what was acknowledged is not worked in");
    const rows = await db.$queryRawUnsafe<{ session: string; turn: number }[]>(
      placeEverywhere(`SELECT external_id AS session, turn.turn FROM session JOIN turn USING (session_id)
       WHERE project_id = $1 ORDER BY external_id, turn.turn`),
      project,
    );
    return [...killed.acknowledged].map(([session, acknowledged]) => ({
      session,
      acknowledged,
      turns: rows.filter((row) => row.session === session).map(({ turn }) => turn),
    }));
  } finally {
    await db.$disconnect();
  }
}

export function notOnce(sessions: readonly ReadBack[]): ReadBack[] {
  return sessions.filter(
    ({ acknowledged, turns }) => turns.length !== acknowledged || turns.some((turn, i) => turn !== i),
  );
}
