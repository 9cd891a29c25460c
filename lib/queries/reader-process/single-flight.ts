interface UnderWay<T> {
  readonly result: Promise<T>;
  readonly allGone: AbortController;
  callers: number;
}

/** Callers that ask for the same at the same time share one run of it. It is stopped when all of them have gone. */
export class SingleFlight<T> {
  private readonly underWay = new Map<string, UnderWay<T>>();

  /** @param name the same for the same work */
  async run(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const one = this.underWay.get(name) ?? this.start(name, work);
    one.callers++;
    const leave = () => {
      one.callers--;
      if (one.callers > 0) return;
      this.forget(name, one);
      one.allGone.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    try {
      return await one.result;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  private start(name: string, work: (signal: AbortSignal) => Promise<T>): UnderWay<T> {
    const allGone = new AbortController();
    const one: UnderWay<T> = { result: work(allGone.signal), allGone, callers: 0 };
    this.underWay.set(name, one);
    const forget = () => this.forget(name, one);
    one.result.then(forget, forget);
    return one;
  }

  private forget(name: string, one: UnderWay<T>): void {
    if (this.underWay.get(name) === one) this.underWay.delete(name);
  }
}
