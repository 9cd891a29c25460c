import { AppError } from "@/lib/errors";

interface Job {
  readonly start: () => void;
}

export interface QueueLimits {
  readonly running: number;
  /** Callers that wait or are served, in total. */
  readonly callers: number;
  /** After how many seconds a refused caller may try again. */
  readonly retryAfterS: number;
}

/**
 * Runs a few heavy jobs at a time; the others wait in order. A caller whose job already waits joins that job. It has
 * not started, so its answer is as new as a separate one would be.
 */
export class WorkQueue {
  private running = 0;
  private callers = 0;
  private readonly waiting: Job[] = [];
  private readonly waitingByKey = new Map<string, Promise<unknown>>();

  constructor(private readonly limits: QueueLimits) {}

  /**
   * @param key equal for jobs with equal answers
   * @throws AppError `unavailable` if too many wait already; whatever the job throws
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
    // Starts only after all callers of this moment have joined.
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
