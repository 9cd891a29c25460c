import { z } from "zod";
import type { Database } from "@/lib/db/client";

const sharedColumn = z.object({ shared: z.literal(true), reference: z.unknown().optional() });
const compactionColumn = z.object({ cause: z.record(z.string(), z.unknown()) }).catch({ cause: {} });

interface WithCause {
  readonly cause: unknown;
  readonly compaction: number | null;
}

/** Rows of residencies, each with its cause, also where that is in the row of its compaction. */
export async function withCauses<Row extends WithCause>(
  db: Database,
  sessionId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const sharing = rows.filter(({ cause }) => sharedColumn.safeParse(cause).success);
  if (sharing.length === 0) return [...rows];
  const compactions = await db.compaction.findMany({
    where: { sessionId, no: { in: [...new Set(sharing.flatMap(({ compaction }) => compaction ?? []))] } },
    select: { no: true, body: true },
  });
  const causes = new Map(compactions.map(({ no, body }) => [no, stated(compactionColumn.parse(body).cause)]));
  return rows.map((row) => {
    const { success, data } = sharedColumn.safeParse(row.cause);
    if (!success) return row;
    const { reference } = data;
    return {
      ...row,
      cause: { ...causes.get(row.compaction ?? -1), ...(reference !== undefined && { reference }) },
    };
  });
}

/** As causes are stored with residencies: without what is not known. */
function stated(cause: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(cause).filter(([, value]) => value !== null));
}
