import type { z } from "zod";
import type { listIngestionWarnings as route } from "@/lib/api/endpoints/telemetry";
import type { Database } from "@/lib/db/client";

export type IngestionNotes = z.input<(typeof route)["response"]>;

export async function listIngestionWarnings(db: Database, project: string): Promise<IngestionNotes> {
  const where = { projectId: project };
  const [warnings, clients] = await Promise.all([
    db.ingestionWarning.findMany({ where, orderBy: { lastAt: "desc" } }),
    db.seenClient.findMany({ where, orderBy: { lastAt: "desc" } }),
  ]);
  return {
    warnings: warnings.map(({ projectId: _project, sample, ...row }) => ({
      ...row,
      sample: sample as Record<string, unknown>,
      ...describeTimes(row),
    })),
    clients: clients.map(({ projectId: _project, ...row }) => ({ ...row, ...describeTimes(row) })),
  };
}

function describeTimes({ firstAt, lastAt }: { firstAt: Date; lastAt: Date }) {
  return { firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
}
