import { isAnalysis, isPressing, type Job, type WorkLane } from "./job";

/** What is said of a job in the queue, so that a slot can pass over it. */
export const BULK = "bulk";
export const ANALYSIS = "analysis";

/** A job counts as urgent no longer than this. */
const URGENT_MS = 2_000;
/** Work that makes turns readable often pauses so briefly before it goes on. */
const STILL_PRESSING_MS = 100;
/** The pause after an analysis while turns are made readable, as a multiple of its processor time, and at most. */
const REST_FACTOR = 9;
const REST_MAX_MS = 2_000;

export function flagsOf({ task, lane }: Pick<Job, "task" | "lane">): string[] {
  return [...(lane === "bulk" ? [BULK] : []), ...(isAnalysis(task) ? [ANALYSIS] : [])];
}

export function laneOfFlags(flags: Readonly<Record<string, unknown>> | null): WorkLane {
  return flags !== null && BULK in flags ? "bulk" : "interactive";
}

interface Running {
  readonly began: number;
  readonly isPressing: boolean;
  readonly isAnalysis: boolean;
  /** Milliseconds of the process that count for it: those that ran at the same time share them. */
  cpu: number;
}

/**
 * Which jobs a worker may take. Analyses rest between each other while turns are made readable, by their processor time: an
 * analysis that was itself kept waiting rests no longer for that. A rest is over after two seconds, and what makes turns
 * readable is urgent for its first two seconds only, so analyses never wait for good.
 *
 * For example: an analysis took 30 ms of the processor while sessions are derived. The next one begins 270 ms later; after an
 * analysis of ten seconds it begins two seconds later.
 */
export class WorkLanes {
  private readonly running = new Set<Running>();
  private countedCpu: number;
  private pressedUntil = -Infinity;
  private restUntil = -Infinity;

  /** @param cpu the process's processor time so far, in ms */
  constructor(private readonly cpu: () => number) {
    this.countedCpu = cpu();
  }

  /**
   * The flags of jobs that no slot takes now.
   * @param now in ms, from a monotonic clock
   */
  forbidden(now: number): string[] {
    const jobs = [...this.running];
    const isPressed =
      now < this.pressedUntil || jobs.some((job) => job.isPressing && now < job.began + URGENT_MS);
    const rests = now < this.restUntil || jobs.some((job) => job.isAnalysis && now < job.began + URGENT_MS);
    return isPressed && rests ? [ANALYSIS] : [];
  }

  /** @returns call it at the end of the job */
  begin(task: string, now: number): (now: number) => void {
    this.share();
    const job = { began: now, isPressing: isPressing(task), isAnalysis: isAnalysis(task), cpu: 0 };
    this.running.add(job);
    return (end) => {
      this.share();
      this.running.delete(job);
      if (job.isPressing && end < now + URGENT_MS) this.pressedUntil = end + STILL_PRESSING_MS;
      if (job.isAnalysis) this.restUntil = end + Math.min(REST_MAX_MS, job.cpu * REST_FACTOR);
    };
  }

  private share(): void {
    const now = this.cpu();
    const each = (now - this.countedCpu) / Math.max(1, this.running.size);
    for (const job of this.running) job.cpu += each;
    this.countedCpu = now;
  }
}
