import type { CostResult } from "@/lib/api/schemas/session";
import type { Database } from "@/lib/db/client";
import { listCosts } from "./list-costs";

export async function readSessionCost(
  db: Database,
  project: string,
  session: string,
  turn: number | null = null,
): Promise<CostResult[]> {
  const costs = await listCosts(db, project, [session], turn);
  return costs.get(session)?.costs ?? [];
}
