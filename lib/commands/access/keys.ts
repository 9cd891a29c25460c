import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { keyView } from "@/lib/access/find-key";
import { newKeyText } from "@/lib/access/key-text";
import type { KeyScope } from "@/lib/api/access";
import type { KeyResult } from "@/lib/api/endpoints/projects";
import type { Database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";

/** The secret is shown only once. */
export interface NewKey {
  readonly key: KeyResult;
  readonly secret: string;
}

interface Wanted {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly agent: string | null;
  readonly expiresAt: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const ROTATION_MS = DAY_MS;

export async function createKey(
  db: Database,
  caller: Caller,
  {
    name,
    scopes,
    agent,
    expiresInDays,
  }: { name: string; scopes: readonly KeyScope[]; agent: string | null; expiresInDays: number | null },
): Promise<NewKey> {
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS);
  const made = await insertKey(db, caller, { name, scopes: [...new Set(scopes)], agent, expiresAt });
  const detail = { scopes: scopes.join(", "), ...(agent !== null && { agent }) };
  await noteInAuditLog(db, caller, "key.created", { target: name, detail });
  return made;
}

/**
 * The old key works for at most one more day.
 * @throws AppError `not_found`
 */
export async function rotateKey(db: Database, caller: Caller, id: string): Promise<NewKey> {
  const old = await db.apiKey.findFirst({ where: { id, projectId: caller.project, revokedAt: null } });
  if (old === null) throw notFound("the key");
  const lifeMs = old.expiresAt === null ? null : old.expiresAt.getTime() - old.createdAt.getTime();
  const made = await insertKey(db, caller, {
    name: old.name,
    scopes: keyView(old).scopes,
    agent: old.agent,
    expiresAt: lifeMs === null ? null : new Date(Date.now() + lifeMs),
  });
  const end = new Date(Date.now() + ROTATION_MS);
  const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
  await db.apiKey.update({ where: { id }, data: { expiresAt } });
  await noteInAuditLog(db, caller, "key.rotated", { target: old.name });
  return made;
}

/**
 * Takes effect at once.
 * @throws AppError `not_found`
 */
export async function revokeKey(db: Database, caller: Caller, id: string): Promise<void> {
  const key = await db.apiKey.findFirst({ where: { id, projectId: caller.project, revokedAt: null } });
  if (key === null) throw notFound("the key");
  await db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
  await noteInAuditLog(db, caller, "key.revoked", { target: key.name });
}

async function insertKey(db: Database, caller: Caller, wanted: Wanted): Promise<NewKey> {
  const { text, prefix, hash } = newKeyText();
  const row = await db.apiKey.create({
    data: {
      id: `key_${randomUUID()}`,
      projectId: caller.project,
      name: wanted.name,
      scopes: [...wanted.scopes],
      agent: wanted.agent,
      expiresAt: wanted.expiresAt,
      createdBy: caller.actor.kind === "user" ? caller.actor.id : null,
      prefix,
      hash,
    },
  });
  return { key: keyView(row), secret: text };
}
