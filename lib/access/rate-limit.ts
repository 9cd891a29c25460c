/** Requests that a bucket takes: `perMinute` on average, and twice that at once after a pause. */
interface Bucket {
  left: number;
  at: number;
}

const BURST = 2;
const BUCKETS_MAX = 20_000;
const MINUTE_MS = 60_000;

/**
 * Counts per name in this process. With too many names, it forgets the one with the oldest request, so that
 * invented names cannot fill the memory.
 */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly perMinute: number) {}

  /** Takes one request. @returns `null`, or the seconds to wait when the bucket is empty */
  take(name: string, now: number): number | null {
    const capacity = this.perMinute * BURST;
    const bucket = this.buckets.get(name) ?? { left: capacity, at: now };
    const refilled = bucket.left + (Math.max(0, now - bucket.at) / MINUTE_MS) * this.perMinute;
    const left = Math.min(capacity, refilled);
    this.buckets.delete(name);
    this.buckets.set(name, { left: left >= 1 ? left - 1 : left, at: now });
    const oldest = this.buckets.keys().next().value;
    if (this.buckets.size > BUCKETS_MAX && oldest !== undefined) this.buckets.delete(oldest);
    return left >= 1 ? null : Math.ceil(((1 - left) / this.perMinute) * (MINUTE_MS / 1_000));
  }
}
