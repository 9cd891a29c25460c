import type { z } from "zod";
import type { getHealth as route } from "@/lib/api/endpoints/service";
import type { Database } from "@/lib/db/client";
import { nodesOf } from "@/lib/db/nodes";
import { AppError } from "@/lib/errors";

/** A database that hangs accepts queries and never answers. */
const ANSWERS_MS = 10_000;
const RETRY_AFTER_S = 2;

/** @throws if the database is away; AppError `unavailable` when it does not answer in time */
export async function readHealth(
  db: Database,
  version: string,
): Promise<z.output<(typeof route)["response"]>> {
  const nodes = await inTime(nodesAnswering(db));
  return { status: nodes !== null && nodes.away > 0 ? "degraded" : "ok", database: "ok", nodes, version };
}

async function nodesAnswering(db: Database) {
  await db.$queryRawUnsafe("SELECT 1");
  return nodesOf(db);
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refusal = new AppError("unavailable", "the database does not answer", [], RETRY_AFTER_S);
    timer = setTimeout(() => reject(refusal), ANSWERS_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
