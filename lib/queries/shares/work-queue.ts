import { AppError } from "@/lib/errors";

interface Job {
  readonly start: () => void;
}

/** How much may wait, and what is said to whoever comes after that. */
export interface QueueLimits {
  /** Works that run at the same time. */
  readonly running: number;
  /** Callers that wait or are being worked for, all together. */
  readonly callers: number;
  /** Seconds after which somebody who was sent away may try again. */
  readonly retryAfterS: number;
}

/**
 * Does heavy work a few at a time and lets the rest wait in order. Who asks for what is waiting already waits for the same
 * work: it has not begun, so that its answer is as new as an own one would be.
 */
export class WorkQueue {
  private running = 0;
  private callers = 0;
  private readonly waiting: Job[] = [];
  private readonly waitingByKey = new Map<string, Promise<unknown>>();

  constructor(private readonly limits: QueueLimits) {}

  /**
   * @param key the same for works whose answers are the same
   * @throws AppError `unavailable` when too many wait already; whatever the work throws
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { callers, retryAfterS } = this.limits;
    if (this.callers >= callers)
      throw new AppError("unavailable", "too much is being shared at the moment", [], retryAfterS);
    this.callers++;
    try {
      return await ((this.waitingByKey.get(key) as Promise<T> | undefined) ?? this.enqueue(key, work));
    } finally {
      this.callers--;
    }
  }

  private enqueue<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      this.waiting.push({
        start: () => {
          this.waitingByKey.delete(key);
          work()
            .then(resolve, reject)
            .finally(() => {
              this.running--;
              this.startNext();
            });
        },
      });
    });
    this.waitingByKey.set(key, done);
    // Begun only after all who ask at this very moment have joined.
    setImmediate(() => this.startNext());
    return done;
  }

  private startNext(): void {
    if (this.running >= this.limits.running) return;
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.running++;
    next.start();
  }
}
