import type { Database } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";

const pending = new Map<string, { key: ApiKey; count: number; address: string | null }>();
const WRITE_AFTER_MS = 10_000;
let timer: NodeJS.Timeout | undefined;

export function noteKeyUse(db: Database, key: ApiKey, address: string | null): void {
  const known = pending.get(key.id);
  pending.set(key.id, { key, address, count: (known?.count ?? 0) + 1 });
  timer ??= setTimeout(() => {
    timer = undefined;
    writeKeyUse(db).catch((error: unknown) => console.error("the use of keys could not be noted", error));
  }, WRITE_AFTER_MS).unref();
}

export async function writeKeyUse(db: Database, now = new Date()): Promise<void> {
  const uses = [...pending.values()];
  pending.clear();
  for (const { key, count, address } of uses) {
    const id = `use:${key.id}:${now.toISOString().slice(0, 10)}`;
    await db.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } });
    await db.auditEntry.upsert({
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
    });
  }
}
