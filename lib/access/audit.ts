import { randomUUID } from "node:crypto";
import type { AuditAction } from "@/lib/core/audit-log";
import type { StatementsOfOne } from "@/lib/db/client";
import type { Caller } from "./caller";
import { nameActor } from "./caller";

/** Facts about an action. They never hold content of a session. */
export interface AuditDetail {
  readonly target?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** The id of the person whom it concerns, where somebody unknown acted. Their projects see the entry. */
  readonly concerns?: string;
  /** The id of an entry that grows: what is done in several transactions is one entry, and each says how much it is by then. */
  readonly entry?: string;
}

/**
 * Writes who did what, in the transaction that does it: what is done without an entry is not done, and an entry without its
 * deed is not written. The compiler refuses a database in place of a transaction.
 */
export async function noteInAuditLog(
  tx: StatementsOfOne,
  caller: Caller,
  action: AuditAction,
  detail: AuditDetail = {},
): Promise<void> {
  await writeEntry(tx, action, detail, {
    project: caller.project === "" ? null : caller.project,
    person: caller.actor.kind === "user" ? caller.actor.id : (detail.concerns ?? null),
    actor: nameActor(caller.actor),
    address: caller.address,
  });
}

/** The same for what nobody asked for. */
export async function noteSystem(
  tx: StatementsOfOne,
  project: string,
  action: AuditAction,
  detail: AuditDetail = {},
): Promise<void> {
  await writeEntry(tx, action, detail, { project, person: null, actor: "Sightglass", address: null });
}

interface Who {
  readonly project: string | null;
  readonly person: string | null;
  readonly actor: string;
  readonly address: string | null;
}

async function writeEntry(
  tx: StatementsOfOne,
  action: AuditAction,
  { target, detail = {}, entry = newEntryId() }: AuditDetail,
  { project, person, actor, address }: Who,
): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO audit_entry (id, at, project_id, user_id, actor, action, target, detail, address)
     VALUES ($1, $2::timestamptz, $3, $4, $5, $6, $7, $8::jsonb, $9)
     ON CONFLICT (id) DO UPDATE SET detail = excluded.detail`,
    entry,
    new Date(),
    project,
    person,
    actor,
    action,
    target ?? null,
    JSON.stringify(detail),
    address,
  );
}

const TIME_DIGITS = 12;

/** Later ids are greater, to the millisecond: the log is sorted by time, then by id. */
export function newEntryId(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
