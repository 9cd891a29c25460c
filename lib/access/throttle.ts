import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { secretHash } from "./key-text";
import { networkOf } from "./network";
import {
  FAILED_SIGN_INS_PER_ACCOUNT,
  FAILED_SIGN_INS_PER_ACCOUNT_AND_ADDRESS,
  FAILED_SIGN_INS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
} from "./limits";

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

/** Who tries to sign in, and from where. */
export interface Attempt {
  readonly account: string;
  readonly address: string | null;
}

interface Counted {
  readonly key: string;
  readonly max: number;
}

/**
 * Refuses an attempt when too many have failed: from this address for this account, which is a person who forgot or one
 * who guesses; for this account from everywhere; from this address for any account. Counted in the database, so that it
 * holds for all processes together.
 * @throws AppError `rate_limited`, with the time until the oldest counted failure is forgotten
 */
export async function checkAttempt(db: Database, attempt: Attempt, now = new Date()): Promise<void> {
  const counted = countersOf(attempt);
  const rows = await db.throttle.findMany({ where: { key: { in: counted.map(({ key }) => key) } } });
  for (const { key, max } of counted) {
    const row = rows.find((found) => found.key === key);
    if (row === undefined || row.count < max) continue;
    const waitMs = row.since.getTime() + WINDOW_MS - now.getTime();
    if (waitMs > 0)
      throw new AppError(
        "rate_limited",
        "too many attempts have failed; try again later",
        [],
        Math.ceil(waitMs / 1_000),
      );
  }
}

/** Counts a failed attempt. A count begins anew when its window is over. */
export async function noteFailure(db: Database, attempt: Attempt, now = new Date()): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO throttle (key, count, since) SELECT key, 1, $2 FROM unnest($1::text[]) AS t (key) ORDER BY key
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN throttle.since <= $3 THEN 1 ELSE throttle.count + 1 END,
       since = CASE WHEN throttle.since <= $3 THEN $2 ELSE throttle.since END`,
    countersOf(attempt).map(({ key }) => key),
    now,
    new Date(now.getTime() - WINDOW_MS),
  );
}

/** Forgets the failures of an account from an address, once it was the right person. */
export async function noteSuccess(db: Database, attempt: Attempt): Promise<void> {
  const [own] = countersOf(attempt);
  if (own !== undefined) await db.throttle.deleteMany({ where: { key: own.key } });
}

/** Deletes counts whose window is over. */
export async function forgetFailures(db: Database, now = new Date()): Promise<void> {
  await db.throttle.deleteMany({ where: { since: { lt: new Date(now.getTime() - WINDOW_MS) } } });
}

function countersOf({ account, address }: Attempt): Counted[] {
  const name = account.trim().toLowerCase();
  const network = address === null ? null : networkOf(address);
  const counter = (kind: string, of: string, max: number) => ({ key: secretHash(`${kind}\0${of}`), max });
  return [
    counter("pair", `${name}\0${network ?? ""}`, FAILED_SIGN_INS_PER_ACCOUNT_AND_ADDRESS),
    counter("account", name, FAILED_SIGN_INS_PER_ACCOUNT),
    ...(network === null ? [] : [counter("address", network, FAILED_SIGN_INS_PER_ADDRESS)]),
  ];
}
