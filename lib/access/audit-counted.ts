import { createHash } from "node:crypto";
import type { AuditAction } from "@/lib/core/audit-log";
import type { Database } from "@/lib/db/client";
import type { Caller } from "./caller";
import { actorName } from "./caller";
import { networkOf } from "./network";

/** The log has one entry per day for each actor, address and subject. */
export type CountedAction = Extract<
  AuditAction,
  | "share.opened"
  | "share.refused"
  | "join.failed"
  | "attempts.limited"
  | "key.refused"
  | "access.refused"
  | "data.sent"
  | "password.refused"
  | "session.exported"
>;

interface Counted {
  readonly row: readonly [string | null, string | null, string, CountedAction, string | null, string | null];
  count: number;
}

/** Counts that are not stored yet. When there are too many kinds, the rest share one entry. */
const pending = new Map<string, Counted>();
const KINDS_MAX = 500;
const WRITE_AFTER_MS = 2_000;
let timer: NodeJS.Timeout | undefined;
let earlier: Promise<void> = Promise.resolve();

export function auditCounted(
  db: Database,
  caller: Pick<Caller, "project" | "actor" | "address">,
  action: CountedAction,
  target: string | null = null,
): void {
  const { project, actor, address } = caller;
  const network = address === null ? null : networkOf(address);
  const place = pending.size < KINDS_MAX ? network : null;
  const userId = actor.kind === "user" ? actor.id : null;
  const row = [project === "" ? null : project, userId, actorName(actor), action, target, place] as const;
  const name = JSON.stringify(row);
  const known = pending.get(name);
  if (known === undefined) pending.set(name, { row, count: 1 });
  else known.count++;
  timer ??= setTimeout(() => {
    timer = undefined;
    writeCounted(db).catch((error: unknown) => console.error("the audit log could not be written", error));
  }, WRITE_AFTER_MS).unref();
}

/** Stores what was counted. When it is done, what a write that began earlier took is stored as well. */
export function writeCounted(db: Database, now = new Date()): Promise<void> {
  const written = earlier.then(() => writePending(db, now));
  earlier = written.catch(() => undefined);
  return written;
}

async function writePending(db: Database, now: Date): Promise<void> {
  const counted = new Map(pending);
  pending.clear();
  if (counted.size === 0) return;
  const day = now.toISOString().slice(0, 10);
  const ids = [...counted.keys()].map(
    (name) => `day:${createHash("sha256").update(`${day} ${name}`).digest("hex")}`,
  );
  const rows = [...counted.values()];
  try {
    await db.$executeRawUnsafe(
      `INSERT INTO audit_entry (id, at, count, project_id, user_id, actor, action, target, address)
       SELECT id, $2::timestamptz, count, project, person, actor, action, target, address
       FROM unnest($1::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         AS counted (id, count, project, person, actor, action, target, address)
       ON CONFLICT (id) DO UPDATE SET count = audit_entry.count + excluded.count, at = excluded.at`,
      ids,
      now,
      rows.map(({ count }) => count),
      ...[0, 1, 2, 3, 4, 5].map((column) => rows.map(({ row }) => row[column])),
    );
  } catch (error) {
    for (const [name, { row, count }] of counted)
      pending.set(name, { row, count: count + (pending.get(name)?.count ?? 0) });
    throw error;
  }
}
