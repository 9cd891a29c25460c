import { inflateSync } from "node:zlib";
import { auditCounted } from "@/lib/access/audit-counted";
import { opens, stretched } from "@/lib/access/passphrase";
import { secretHash } from "@/lib/access/key-text";
import { noteFailure, reserveAttempt } from "@/lib/access/throttle";
import type { Snapshot, SnapshotTurn } from "@/lib/incident/snapshot";
import type { Database } from "@/lib/db/client";
import type { Share } from "@/lib/db/generated/client";
import { AppError, notFound } from "@/lib/errors";
import type { Shared, ViewSnapshot } from "@/lib/view/share/view-snapshot";

/** What somebody brings for a share that has a passphrase: the passphrase, or the key that it stretched to before. */
export interface ShareProof {
  readonly passphrase?: string | null;
  readonly key?: string | null;
  readonly address: string | null;
}

/** A share as it is seen from outside. */
export interface OpenedShare {
  readonly snapshot: Shared;
  readonly hasImage: boolean;
}

/**
 * What is behind a token, counted as a view. Tokens that are unknown, changed, expired, revoked or used up are one case:
 * the same search by hash finds nothing, and the same answer is given.
 * @throws AppError `not_found`, `unauthorized` where a passphrase is missing or wrong, `rate_limited`
 */
export async function openShare(db: Database, token: string, proof: ShareProof): Promise<OpenedShare> {
  const share = await findShare(db, token);
  await unlock(db, share, proof);
  const counted = await db.$executeRawUnsafe(
    `UPDATE share SET views = views + 1, last_viewed_at = $3::timestamptz
     WHERE session_id = $1::uuid AND id = $2 AND revoked_at IS NULL AND expires_at > $3::timestamptz
       AND (view_limit IS NULL OR views < view_limit)`,
    share.sessionId,
    share.id,
    new Date(),
  );
  if (counted === 0) throw gone();
  auditCounted(db, visitorOf(share, proof), "share.opened", share.id);
  return openedShare(share);
}

/** What chat programs may know of a share before anybody opens it; `null` where that is nothing. */
export async function shareCard(db: Database, token: string): Promise<Shared | null> {
  const share = await findShare(db, token).catch(() => null);
  if (share === null || !share.hasImage || share.passphraseHash !== null) return null;
  return openedShare(share).snapshot;
}

/**
 * The key that a passphrase stretches to, where it is the right one.
 * @throws AppError `not_found`, `unauthorized`, `rate_limited`
 */
export async function unlockShare(db: Database, token: string, proof: ShareProof): Promise<string> {
  const key = await unlock(db, await findShare(db, token), proof);
  if (key === null) throw gone();
  return key;
}

/** Whoever has the link: nobody else is known to come. */
function visitorOf({ projectId }: Share, { address }: Pick<ShareProof, "address">) {
  return { project: projectId, actor: { kind: "anonymous" }, address } as const;
}

async function findShare(db: Database, token: string): Promise<Share> {
  const [share] = await db.share.findMany({
    where: { hash: secretHash(token), revokedAt: null, expiresAt: { gt: new Date() } },
    take: 1,
  });
  if (share === undefined || (share.viewLimit !== null && share.views >= share.viewLimit)) throw gone();
  return share;
}

async function unlock(
  db: Database,
  share: Share,
  { passphrase, key, address }: ShareProof,
): Promise<string | null> {
  const { passphraseHash: hash, passphraseSalt: salt } = share;
  if (hash === null || salt === null) return null;
  if (key != null && opens(key, { hash })) return key;
  if (passphrase == null) throw new AppError("unauthorized", "this share needs its passphrase");
  const attempt = { account: `share ${share.id}`, address };
  const reserved = await reserveAttempt(db, attempt);
  const made = await stretched(passphrase, salt);
  if (!opens(made, { hash })) {
    await noteFailure(db, attempt);
    auditCounted(db, visitorOf(share, { address }), "share.refused", share.id);
    throw new AppError("unauthorized", "the passphrase is not right");
  }
  await reserved.succeeded();
  return made;
}

/** Written by this program only, from what was shared; a snapshot of an earlier version may lack what that did not know. */
function openedShare({ snapshot: packed, hasImage }: Share): OpenedShare {
  const held = JSON.parse(inflateSync(packed).toString("utf8")) as ViewSnapshot | HeldSnapshot;
  return { snapshot: "kind" in held ? held : completed(held), hasImage };
}

function completed(held: HeldSnapshot): Snapshot {
  const entries = held.entries.map((entry) => ({ ...ENTRY_DEFAULTS, ...entry }));
  const turns = held.turns.map((turn) => ({ ...turn, moment: turn.moment ?? `turn ${turn.turn}` }));
  return { ...SNAPSHOT_DEFAULTS, ...held, entries, turns };
}

type HeldSnapshot = Omit<Snapshot, "turns"> & {
  readonly turns: readonly (Omit<SnapshotTurn, "moment"> & { readonly moment?: string })[];
};
const SNAPSHOT_DEFAULTS = { replays: [] } as const;
const ENTRY_DEFAULTS = { pin: null, annotation: null } as const;

function gone(): AppError {
  return notFound("the share");
}
