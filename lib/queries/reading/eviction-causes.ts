import type { Database } from "@/lib/db/client";
import { compactionCodec } from "@/lib/db/derived/compaction-rows";
import type { StoredLife } from "@/lib/db/derived/residency-rows";

/** Residencies, each with the cause of its end, also where that is in the row of its compaction. */
export async function addCauses<Life extends StoredLife>(
  db: Database,
  sessionId: string,
  lives: readonly Life[],
): Promise<Life[]> {
  const sharing = lives.flatMap(({ eviction }) =>
    eviction?.cause === null ? (eviction.compaction ?? []) : [],
  );
  if (sharing.length === 0) return [...lives];
  const compactions = await db.compaction.findMany({
    where: { sessionId, no: { in: [...new Set(sharing)] } },
    omit: { sessionId: true },
  });
  const causes = new Map(compactions.map(compactionCodec.fromRow).map(({ no, cause }) => [no, cause]));
  return lives.map((life) => {
    const { eviction } = life;
    if (eviction === null || eviction.cause !== null) return life;
    return { ...life, eviction: { ...eviction, cause: causes.get(eviction.compaction ?? -1) ?? null } };
  });
}
