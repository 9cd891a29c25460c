import type { Database } from "@/lib/db/client";
import { readLargestChange } from "@/lib/db/reads/turns";
import { makeKey } from "../reading/find-session";

/**
 * The turn whose window differs most, in tokens, from the one before: there a ledger has most to say. The first turn has none before
 * it. `null` where no change is known.
 */
export function findLargestChange(db: Database, project: string, id: string): Promise<number | null> {
  return readLargestChange(db, makeKey(project, id));
}
