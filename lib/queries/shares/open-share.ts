import { inflateSync } from "node:zlib";
import { noteCounted } from "@/lib/access/audit-counted";
import { GRANT_NEEDS, isStillGiven } from "@/lib/access/grant";
import { isPassphraseKey, stretchPassphrase } from "@/lib/access/passphrase";
import { hashSecret } from "@/lib/access/key-text";
import { noteFailure, reserveAttempt } from "@/lib/access/throttle";
import type { Snapshot, SnapshotTurn } from "@/lib/incident/snapshot";
import type { Database } from "@/lib/db/client";
import type { Share } from "@/lib/db/generated/client";
import { nextRound } from "@/lib/rounds";
import { AppError, notFound } from "@/lib/errors";
import type { Shared, ViewSnapshot } from "@/lib/view/share/view-snapshot";

/** The proof for a share with a passphrase: the passphrase, or the key that was derived from it earlier. */
export interface ShareProof {
  readonly passphrase?: string | null;
  readonly key?: string | null;
  readonly address: string | null;
}

export interface OpenedShare {
  /** Only who has opened the share learns it. */
  readonly id: string;
  readonly snapshot: Shared;
  readonly hasImage: boolean;
}

/**
 * Opens the share of a token and counts the view. Unknown, changed, expired, revoked and used-up tokens get the same
 * answer, and so does a share of somebody who may share no more.
 * @throws AppError `not_found`, `rate_limited`; `unauthorized` if a passphrase is missing or wrong
 */
export async function openShare(db: Database, token: string, proof: ShareProof): Promise<OpenedShare> {
  const share = await findShare(db, token);
  await unlock(db, share, proof);
  const now = new Date();
  const { count } = await db.share.updateMany({
    where: {
      sessionId: share.sessionId,
      id: share.id,
      revokedAt: null,
      expiresAt: { gt: now },
      OR: [{ viewLimit: null }, { viewLimit: { gt: db.share.fields.views } }],
    },
    data: { views: { increment: 1 }, lastViewedAt: now },
  });
  if (count === 0) throw makeGoneError();
  noteCounted(db, nameVisitor(share, proof), "share.opened", share.id);
  await nextRound("paused");
  return unpackShare(share);
}

/** What chat programs may learn of a share before anybody opens it; `null` if nothing. */
export async function shareCard(db: Database, token: string): Promise<Shared | null> {
  const share = await findShare(db, token).catch(() => null);
  if (share === null || !share.hasImage || share.passphraseHash !== null) return null;
  await nextRound("paused");
  return unpackShare(share).snapshot;
}

/**
 * The key that is derived from a correct passphrase.
 * @throws AppError `not_found`, `unauthorized`, `rate_limited`
 */
export async function unlockShare(db: Database, token: string, proof: ShareProof): Promise<string> {
  const key = await unlock(db, await findShare(db, token), proof);
  if (key === null) throw makeGoneError();
  return key;
}

/** The visitor is anonymous: only the link is known. */
function nameVisitor({ projectId }: Share, { address }: Pick<ShareProof, "address">) {
  return { project: projectId, actor: { kind: "anonymous" }, address } as const;
}

/** Whether a share that somebody opened can still be read. To anybody else it is unknown: the id is the proof. */
export async function isShareStanding(db: Database, token: string, id: string): Promise<boolean> {
  const share = await findStanding(db, token);
  return share?.id === id;
}

async function findShare(db: Database, token: string): Promise<Share> {
  const share = await findStanding(db, token);
  if (share === null || (share.viewLimit !== null && share.views >= share.viewLimit)) throw makeGoneError();
  return share;
}

/** The share that was neither revoked nor has expired, whose giver may share still; it may be used up. */
async function findStanding(db: Database, token: string): Promise<Share | null> {
  const [share] = await db.share.findMany({
    where: { hash: hashSecret(token), revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ sessionId: "asc" }, { id: "asc" }],
    take: 1,
  });
  if (share === undefined) return null;
  const grant = { project: share.projectId, giver: share.giver, needs: GRANT_NEEDS.share };
  return (await isStillGiven(db, grant)) ? share : null;
}

async function unlock(
  db: Database,
  share: Share,
  { passphrase, key, address }: ShareProof,
): Promise<string | null> {
  const { passphraseHash: hash, passphraseSalt: salt } = share;
  if (hash === null || salt === null) return null;
  if (key != null && isPassphraseKey(key, { hash })) return key;
  if (passphrase == null) throw new AppError("unauthorized", "this share needs its passphrase");
  const attempt = { account: `share ${share.id}`, address };
  const reserved = await reserveAttempt(db, attempt);
  const made = await stretchPassphrase(passphrase, salt);
  if (!isPassphraseKey(made, { hash })) {
    await noteFailure(db, attempt);
    noteCounted(db, nameVisitor(share, { address }), "share.refused", share.id);
    throw new AppError("unauthorized", "the passphrase is not right");
  }
  await reserved.succeeded();
  return made;
}

/** Only this program writes it. A snapshot of an earlier version may lack newer fields. */
function unpackShare({ id, snapshot: packed, hasImage }: Share): OpenedShare {
  const text = inflateSync(packed).toString("utf8");
  const isEarlier = Object.keys(NEW_NAMES).some((name) => text.includes(`"${name}":`));
  const held = JSON.parse(text, isEarlier ? renameOldFields : undefined) as ViewSnapshot | HeldSnapshot;
  return { id, snapshot: "kind" in held ? held : completeSnapshot(held), hasImage };
}

/** Fields that had another name in snapshots of earlier versions. Looking at each field takes far longer than parsing. */
const NEW_NAMES = { stays: "residencies", stay: "residency", fate: "outcome" };

function renameOldFields(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const [before, now] of Object.entries(NEW_NAMES)) {
    if (!Object.hasOwn(value, before)) continue;
    Object.assign(value, { [now]: Reflect.get(value, before) });
    Reflect.deleteProperty(value, before);
  }
  return value;
}

function completeSnapshot(held: HeldSnapshot): Snapshot {
  const entries = held.entries.map((entry) => ({ ...ENTRY_DEFAULTS, ...entry }));
  const turns = held.turns.map((turn) => ({ ...turn, moment: turn.moment ?? `turn ${turn.turn}` }));
  return { ...SNAPSHOT_DEFAULTS, ...held, entries, turns };
}

type HeldSnapshot = Omit<Snapshot, "turns"> & {
  readonly turns: readonly (Omit<SnapshotTurn, "moment"> & { readonly moment?: string })[];
};
const SNAPSHOT_DEFAULTS = { replays: [] } as const;
const ENTRY_DEFAULTS = { pin: null, annotation: null } as const;

function makeGoneError(): AppError {
  return notFound("the share");
}
