import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { noteCounted } from "./audit-counted";
import { hashSecret } from "./key-text";
import { findNetwork } from "./network";
import {
  ATTEMPTS_PER_ACCOUNT_AND_ADDRESS,
  ATTEMPTS_PER_ACCOUNT_AND_ADDRESS_UNDER_ATTACK,
  ATTEMPTS_PER_ADDRESS,
  FAILED_SIGN_INS_THAT_ARE_AN_ATTACK,
  SIGN_IN_WINDOW_MINUTES,
} from "@/lib/api/limits/access";

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

/** Who tries, and from where. `account` is `null` for an invitation's token, which nobody can guess. */
export interface Attempt {
  readonly account: string | null;
  readonly address: string | null;
}

/** Without a call, the attempt stays counted. */
export interface Reserved {
  /** A success withdraws the attempt and forgets earlier failures of this account from this address. */
  readonly succeeded: () => Promise<void>;
}

/**
 * Counts an attempt before it is made, so parallel attempts cannot exceed the limit. There is one limit per address,
 * and one per address and account. No limit locks an account everywhere, or anybody could lock out its owner; after
 * many failures for an account each address has a single attempt. The database holds the counts for all processes.
 * @throws AppError `rate_limited`, with the time until the count starts again
 */
export async function reserveAttempt(db: Database, attempt: Attempt, now = new Date()): Promise<Reserved> {
  const { address, pair, account } = listCounters(attempt);
  if (address !== null) await countUpTo(db, attempt, address, ATTEMPTS_PER_ADDRESS, now);
  if (pair !== null) {
    const underAttack = (await countOf(db, account, now)) >= FAILED_SIGN_INS_THAT_ARE_AN_ATTACK;
    const max = underAttack
      ? ATTEMPTS_PER_ACCOUNT_AND_ADDRESS_UNDER_ATTACK
      : ATTEMPTS_PER_ACCOUNT_AND_ADDRESS;
    await countUpTo(db, attempt, pair, max, now);
  }
  return {
    succeeded: async () => {
      if (address !== null) await countDown(db, address);
      if (pair !== null) await db.throttle.deleteMany({ where: { key: pair } });
    },
  };
}

export async function noteFailure(db: Database, attempt: Attempt, now = new Date()): Promise<void> {
  const { account } = listCounters(attempt);
  if (account !== null) await countUp(db, account, COUNT_MAX, now);
}

export async function countNonsense(db: Database, address: string | null): Promise<void> {
  await reserveAttempt(db, { account: null, address });
}

export async function forgetFailures(db: Database, now = new Date()): Promise<void> {
  await db.throttle.deleteMany({ where: { since: { lt: new Date(now.getTime() - WINDOW_MS) } } });
}

const COUNT_MAX = 1_000_000;

async function countUpTo(db: Database, attempt: Attempt, key: string, max: number, now: Date): Promise<void> {
  if (await countUp(db, key, max, now)) return;
  const row = await db.throttle.findUnique({ where: { key } });
  const waitMs = (row?.since.getTime() ?? now.getTime()) + WINDOW_MS - now.getTime();
  noteCounted(
    db,
    { project: "", actor: { kind: "anonymous" }, address: attempt.address },
    "attempts.limited",
    attempt.account,
  );
  throw new AppError(
    "rate_limited",
    "too many attempts; try again later",
    [],
    Math.max(1, Math.ceil(waitMs / 1_000)),
  );
}

/** In one statement. The count starts again when its time window is over. */
async function countUp(db: Database, key: string, max: number, now: Date): Promise<boolean> {
  const changed = await db.$executeRawUnsafe(
    `INSERT INTO throttle (key, count, since) VALUES ($1::text, 1, $2::timestamptz)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN throttle.since <= $3::timestamptz THEN 1 ELSE throttle.count + 1 END,
       since = CASE WHEN throttle.since <= $3::timestamptz THEN excluded.since ELSE throttle.since END
     WHERE throttle.since <= $3::timestamptz OR throttle.count < $4::int`,
    key,
    now,
    new Date(now.getTime() - WINDOW_MS),
    max,
  );
  return changed > 0;
}

async function countDown(db: Database, key: string): Promise<void> {
  await db.throttle.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

async function countOf(db: Database, key: string | null, now: Date): Promise<number> {
  if (key === null) return 0;
  const row = await db.throttle.findUnique({ where: { key } });
  return row === null || row.since.getTime() <= now.getTime() - WINDOW_MS ? 0 : row.count;
}

function listCounters({ account, address }: Attempt) {
  const name = account?.trim().toLowerCase() ?? null;
  const network = address === null ? null : findNetwork(address);
  const counter = (kind: string, of: string) => hashSecret(`${kind}\0${of}`);
  return {
    address: network === null ? null : counter("address", network),
    pair: name === null ? null : counter("pair", `${name}\0${network ?? ""}`),
    account: name === null ? null : counter("account", name),
  };
}
