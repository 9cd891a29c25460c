import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { describeKey } from "@/lib/access/find-key";
import { holdGiver } from "@/lib/access/grant";
import { newKeyText } from "@/lib/access/key-text";
import type { CommandOf } from "@/lib/access/write-context";
import type { KeyScope } from "@/lib/api/access";
import { ACCESS } from "@/lib/api/access";
import type { KeyResult } from "@/lib/api/endpoints/projects";
import type { Transaction } from "@/lib/db/client";
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

export async function createKey({
  ctx: { db, caller },
  input: { name, scopes, agent, expiresInDays },
}: CommandOf<{
  name: string;
  scopes: readonly KeyScope[];
  agent: string | null;
  expiresInDays: number | null;
}>): Promise<NewKey> {
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS);
  const detail = { scopes: scopes.join(", "), ...(agent !== null && { agent }) };
  return db.$transaction(async (tx) => {
    await noteInAuditLog(tx, caller, "key.created", { target: name, detail });
    return insertKey(tx, caller, { name, scopes: [...new Set(scopes)], agent, expiresAt });
  });
}

/**
 * The old key works for at most one more day.
 * @throws AppError `not_found`
 */
export async function rotateKey({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<NewKey> {
  return db.$transaction(async (tx) => {
    const old = await tx.apiKey.findFirst({ where: { id, projectId: caller.project, revokedAt: null } });
    if (old === null) throw notFound("the key");
    const lifeMs = old.expiresAt === null ? null : old.expiresAt.getTime() - old.createdAt.getTime();
    const made = await insertKey(tx, caller, {
      name: old.name,
      scopes: describeKey(old).scopes,
      agent: old.agent,
      expiresAt: lifeMs === null ? null : new Date(Date.now() + lifeMs),
    });
    const end = new Date(Date.now() + ROTATION_MS);
    const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
    await tx.apiKey.update({ where: { id }, data: { expiresAt } });
    await noteInAuditLog(tx, caller, "key.rotated", { target: old.name });
    return made;
  });
}

/**
 * Takes effect at once.
 * @throws AppError `not_found`
 */
export async function revokeKey({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  await db.$transaction(async (tx) => {
    const key = await tx.apiKey.findFirst({ where: { id, projectId: caller.project, revokedAt: null } });
    if (key === null) throw notFound("the key");
    await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    await noteInAuditLog(tx, caller, "key.revoked", { target: key.name });
  });
}

async function insertKey(tx: Transaction, caller: Caller, wanted: Wanted): Promise<NewKey> {
  const giver = await holdGiver(tx, caller, ACCESS.manage.role);
  const { text, prefix, hash } = newKeyText();
  const row = await tx.apiKey.create({
    data: {
      id: `key_${randomUUID()}`,
      projectId: caller.project,
      name: wanted.name,
      scopes: [...wanted.scopes],
      agent: wanted.agent,
      expiresAt: wanted.expiresAt,
      createdBy: giver,
      giver,
      prefix,
      hash,
    },
  });
  return { key: describeKey(row), secret: text };
}
