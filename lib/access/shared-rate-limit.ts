import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { hashSecret } from "./key-text";
import { RateLimit } from "./rate-limit";

interface Share {
  left: number;
  refusedUntil: number;
}

const BURST = 2;
const NAMES_MAX = 20_000;
const MINUTE_MS = 60_000;
/** A process takes this part of a minute's requests from the database at once. */
const LEASES_PER_MINUTE = 60;

/**
 * Counts requests by name over all processes: `perMinute` on average, and twice that at once after a pause. Each process
 * asks the database for some requests at a time, so most requests cost no statement. While the database is away, the
 * process counts alone.
 */
export class SharedRateLimit {
  private readonly shares = new Map<string, Share>();
  private readonly alone: RateLimit;
  private readonly lease: number;

  constructor(
    private readonly kind: string,
    private readonly perMinute: number,
  ) {
    this.alone = new RateLimit(perMinute);
    this.lease = Math.max(1, Math.floor(perMinute / LEASES_PER_MINUTE));
  }

  async take(db: Database, name: string, now: number): Promise<number | null> {
    const waitS = this.alone.take(name, now);
    if (waitS !== null) return waitS;
    const share = this.shareOf(name);
    if (share.left > 0) {
      share.left--;
      return null;
    }
    if (share.refusedUntil > now) return Math.ceil((share.refusedUntil - now) / 1_000);
    // The process gave a new name its first requests. The database counts them now.
    if (await this.leased(db, name, now)) {
      share.left += this.lease - 1;
      return null;
    }
    const waitMs = (this.lease / this.perMinute) * MINUTE_MS;
    share.refusedUntil = now + waitMs;
    return Math.max(1, Math.ceil(waitMs / 1_000));
  }

  private shareOf(name: string): Share {
    const share = this.shares.get(name) ?? { left: this.lease, refusedUntil: 0 };
    this.shares.delete(name);
    this.shares.set(name, share);
    const oldest = this.shares.keys().next().value;
    if (this.shares.size > NAMES_MAX && oldest !== undefined) this.shares.delete(oldest);
    return share;
  }

  /**
   * Takes a lease unless that would exceed the limit, in one statement. The count goes down as time passes.
   */
  private async leased(db: Database, name: string, now: number): Promise<boolean> {
    const left = `greatest(0, throttle.count - floor(extract(epoch FROM (excluded.since - throttle.since)) * $4::float8)::int)`;
    try {
      const changed = await db.$executeRawUnsafe(
        `INSERT INTO throttle (key, count, since) VALUES ($1::text, $2::int, $3::timestamptz)
         ON CONFLICT (key) DO UPDATE SET count = ${left} + excluded.count, since = excluded.since
         WHERE ${left} + excluded.count <= $5::int`,
        hashSecret(`rate\0${this.kind}\0${name}`),
        this.lease,
        new Date(now),
        this.perMinute / 60,
        this.perMinute * BURST,
      );
      return changed > 0;
    } catch (error) {
      if (isDatabaseAway(error)) return true;
      throw error;
    }
  }
}
