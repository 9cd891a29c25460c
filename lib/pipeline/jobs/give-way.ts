/** The mark of jobs that give way. */
export const GIVES_WAY = "gives way";

/** How long what gives way rests after it was done, in times of how long it took, while something else is under way. */
const REST_FACTOR = 3;

/**
 * Has analyses of a worker give way to what makes turns readable. They are not begun while that is under way, except now
 * and then, so that there is an end to their waiting; and never as many that there is no room for anything else.
 */
export class GiveWay {
  private pressing = 0;
  private yielding = 0;
  private notBefore = 0;

  /** @param yieldingMax how many that give way may be under way at a time */
  constructor(private readonly yieldingMax: number) {}

  /** The marks of jobs that are not to be begun now; `null` when all may be. @param now in ms, of any clock that does not go back */
  forbidden(now: number): string[] | null {
    const isFree = this.pressing === 0 || (this.yielding === 0 && now >= this.notBefore);
    return isFree && this.yielding < this.yieldingMax ? null : [GIVES_WAY];
  }

  /** Notes that a job is under way. @returns what is to be called when it is over */
  begin(
    job: { readonly givesWay: boolean; readonly isPressing: boolean },
    now: number,
  ): (now: number) => void {
    this.pressing += job.isPressing ? 1 : 0;
    this.yielding += job.givesWay ? 1 : 0;
    return (end) => {
      this.pressing -= job.isPressing ? 1 : 0;
      this.yielding -= job.givesWay ? 1 : 0;
      if (job.givesWay) this.notBefore = end + (end - now) * REST_FACTOR;
    };
  }
}
