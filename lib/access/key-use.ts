import type { Database } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { CountedWrites } from "./counted-writes";

interface KeyUse {
  readonly key: ApiKey;
  readonly address: string | null;
}

/** When each key was used last, and its uses of a day as one entry of the audit log. */
const uses = new CountedWrites<KeyUse>("the use of keys", 10_000, (db, counted, now) =>
  db.$transaction(
    [...counted.values()].flatMap(({ row: { key, address }, count }) => {
      const id = `use:${key.id}:${now.toISOString().slice(0, 10)}`;
      return [
        db.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } }),
        db.auditEntry.upsert({
          where: { id },
          create: {
            id,
            count,
            address,
            projectId: key.projectId,
            actor: `key ${key.prefix}…`,
            action: "key.used",
            target: key.name,
          },
          update: { at: now, address, count: { increment: count } },
        }),
      ];
    }),
  ),
);

export function noteKeyUse(db: Database, key: ApiKey, address: string | null): void {
  uses.add(db, key.id, { key, address });
}

export function writeKeyUse(db: Database): Promise<void> {
  return uses.write(db);
}
