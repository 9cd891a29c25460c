import { createHash } from "node:crypto";
import type { AuditAction } from "@/lib/core/audit-log";
import type { Database } from "@/lib/db/client";
import type { Caller } from "./caller";
import { nameActor } from "./caller";
import { CountedWrites } from "./counted-writes";
import { findNetwork } from "./network";

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

type CountedRow = readonly [
  string | null,
  string | null,
  string,
  CountedAction,
  string | null,
  string | null,
];

/** When there are too many kinds, the rest share one entry. */
const KINDS_MAX = 500;

const entries = new CountedWrites<CountedRow>("the audit log", 2_000, (db, counted, now) => {
  const day = now.toISOString().slice(0, 10);
  const rows = [...counted.values()];
  return db.$executeRawUnsafe(
    `INSERT INTO audit_entry (id, at, count, project_id, user_id, actor, action, target, address)
     SELECT id, $2::timestamptz, count, project, person, actor, action, target, address
     FROM unnest($1::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       AS counted (id, count, project, person, actor, action, target, address)
     ON CONFLICT (id) DO UPDATE SET count = audit_entry.count + excluded.count, at = excluded.at`,
    [...counted.keys()].map((name) => `day:${createHash("sha256").update(`${day} ${name}`).digest("hex")}`),
    now,
    rows.map(({ count }) => count),
    ...[0, 1, 2, 3, 4, 5].map((column) => rows.map(({ row }) => row[column])),
  );
});

export function noteCounted(
  db: Database,
  caller: Pick<Caller, "project" | "actor" | "address">,
  action: CountedAction,
  target: string | null = null,
): void {
  const { project, actor, address } = caller;
  const network = address === null ? null : findNetwork(address);
  const place = entries.size < KINDS_MAX ? network : null;
  const userId = actor.kind === "user" ? actor.id : null;
  const row = [project === "" ? null : project, userId, nameActor(actor), action, target, place] as const;
  entries.add(db, JSON.stringify(row), row);
}

export function writeCounted(db: Database): Promise<void> {
  return entries.write(db);
}
