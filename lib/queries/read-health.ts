import type { z } from "zod";
import type { getHealth as route } from "@/lib/api/endpoints/service";
import type { Database } from "@/lib/db/client";
import { nodesOf } from "@/lib/db/nodes";

/** Whether the program and its database work. @throws if the database is away */
export async function readHealth(
  db: Database,
  version: string,
): Promise<z.output<(typeof route)["response"]>> {
  await db.$queryRawUnsafe("SELECT 1");
  const nodes = await nodesOf(db);
  return { status: nodes !== null && nodes.away > 0 ? "degraded" : "ok", database: "ok", nodes, version };
}
