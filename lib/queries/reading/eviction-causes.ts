import { z } from "zod";
import { causeSchema } from "@/lib/core/trace/cause";
import type { Database } from "@/lib/db/client";
import type { StoredLife } from "@/lib/db/derived/residency-rows";

const compactionColumn = z.object({ cause: causeSchema });

/** Residencies, each with the cause of its end, also where that is in the row of its compaction. */
export async function withCauses<Life extends StoredLife>(
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
    select: { no: true, body: true },
  });
  const causes = new Map(
    compactions.flatMap(({ no, body }) => {
      const { data } = compactionColumn.safeParse(body);
      return data === undefined ? [] : [[no, data.cause] as const];
    }),
  );
  return lives.map((life) => {
    const { eviction } = life;
    if (eviction === null || eviction.cause !== null) return life;
    return { ...life, eviction: { ...eviction, cause: causes.get(eviction.compaction ?? -1) ?? null } };
  });
}
