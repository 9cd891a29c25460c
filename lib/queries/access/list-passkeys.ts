import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import type { listPasskeys as route } from "@/lib/api/endpoints/passkeys";
import type { Database } from "@/lib/db/client";

export type PasskeyList = z.output<(typeof route)["response"]>;

/** Oldest first. */
export async function listPasskeys(db: Database, caller: Caller): Promise<PasskeyList> {
  if (caller.actor.kind !== "user") return { passkeys: [] };
  const rows = await db.passkey.findMany({
    where: { userId: caller.actor.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return {
    passkeys: rows.map(({ id, name, createdAt, backedUp }) => ({
      id,
      name: name ?? "passkey",
      createdAt: createdAt?.toISOString() ?? null,
      synced: backedUp,
    })),
  };
}
