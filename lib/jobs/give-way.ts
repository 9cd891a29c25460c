export const GIVES_WAY = "gives way";

/** The pause after such a job while other work is running, as a multiple of its duration. */
const REST_FACTOR = 9;
/** Work that makes turns readable often pauses so briefly before it goes on. */
const STILL_PRESSING_MS = 100;

/**
 * Analyses of a worker give way to work that makes turns readable. While that runs, they are begun only now
 * and then, so that they do not wait forever, and never so many that no room is left.
 */
export class GiveWay {
  private pressing = 0;
  private yielding = 0;
  private notBefore = 0;
  private pressedUntil = 0;

  /** @param yieldingMax the most jobs of this kind at a time */
  constructor(private readonly yieldingMax: number) {}

  /**
   * `null` when every job may begin.
   * @param now in ms, from a monotonic clock
   */
  forbidden(now: number): string[] | null {
    const isFree =
      (this.pressing === 0 && now >= this.pressedUntil) || (this.yielding === 0 && now >= this.notBefore);
    return isFree && this.yielding < this.yieldingMax ? null : [GIVES_WAY];
  }

  /** @returns call it at the end of the job */
  begin(
    job: { readonly givesWay: boolean; readonly isPressing: boolean },
    now: number,
  ): (now: number) => void {
    this.pressing += job.isPressing ? 1 : 0;
    this.yielding += job.givesWay ? 1 : 0;
    return (end) => {
      this.pressing -= job.isPressing ? 1 : 0;
      this.yielding -= job.givesWay ? 1 : 0;
      if (job.isPressing) this.pressedUntil = end + STILL_PRESSING_MS;
      if (job.givesWay) this.notBefore = end + (end - now) * REST_FACTOR;
    };
  }
}
