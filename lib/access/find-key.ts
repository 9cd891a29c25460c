import type { KeyScope } from "@/lib/api/access";
import { KEY_SCOPES } from "@/lib/api/access";
import type { KeyResult } from "@/lib/api/endpoints/projects";
import type { Database } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { isStillGiven, findRoleForKey } from "./grant";
import { hashSecret } from "./key-text";

/**
 * `null` when the key is unknown, revoked or expired, or when its giver may not do what it does. The answer does not say
 * which.
 */
export async function findKey(db: Database, text: string, now = new Date()): Promise<ApiKey | null> {
  const key = await db.apiKey.findUnique({ where: { hash: hashSecret(text) } });
  if (key === null) return null;
  const ended = [key.revokedAt, key.expiresAt].some((end) => end !== null && end <= now);
  if (ended) return null;
  const grant = { project: key.projectId, giver: key.giver, needs: findRoleForKey(key.scopes) };
  return (await isStillGiven(db, grant)) ? key : null;
}

export function listKeyScopes({ scopes }: Pick<ApiKey, "scopes">): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}

export function describeKey(row: ApiKey): KeyResult {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: listKeyScopes(row),
    agent: row.agent,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
