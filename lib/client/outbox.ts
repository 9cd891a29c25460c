export interface OutboxOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly say: (problem: string) => void;
  /** Characters that wait at most; beyond them the oldest are given up, and counted. */
  readonly charsMax: number;
}

const BATCH_CHARS_MAX = 4_000_000;
const SEND_TIMEOUT_MS = 30_000;
const PAUSE_MS = { first: 500, most: 30_000 };

/** Lines on their way to one address. Handing over never waits; a Sightglass that is away is tried again. */
export class Outbox {
  private readonly waiting: string[] = [];
  private chars = 0;
  private sending: Promise<void> | null = null;
  private wake: (() => void) | null = null;
  /** The key was refused. What waits is sent when it is accepted: keys are given rights later, too. */
  private isRefused = false;
  private hasSaidRefused = false;
  /** Lines that were given up. */
  lost = 0;

  constructor(private readonly options: OutboxOptions) {}

  add(line: object): void {
    let text: string;
    try {
      text = JSON.stringify(line);
    } catch {
      this.lost++;
      return;
    }
    this.waiting.push(text);
    this.chars += text.length;
    while (this.chars > this.options.charsMax && this.waiting.length > 0) this.giveUpOldest();
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
  }

  /**
   * Waits until everything is sent, for so long at most.
   * @param keepsAlive whether the program goes on for that long, also where nothing else keeps it
   * @returns lines that are not sent
   */
  async flush(patienceMs: number, keepsAlive = true): Promise<number> {
    const until = Date.now() + patienceMs;
    this.isRefused = false;
    while (this.sending !== null && !this.isRefused && Date.now() < until) {
      this.wake?.();
      const ms = Math.max(1, Math.min(250, until - Date.now()));
      await Promise.race([this.sending, keepsAlive ? held(ms) : pause(ms)]);
    }
    return this.waiting.length + this.lost;
  }

  private giveUpOldest(): void {
    this.chars -= this.waiting.shift()?.length ?? 0;
    this.lost++;
    if (this.lost === 1) this.options.say("cannot be reached; the oldest records are given up");
  }

  private async sendAll(): Promise<void> {
    let wait = PAUSE_MS.first;
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      const outcome = await this.send(batch);
      if (outcome === "done") {
        this.drop(batch);
        wait = PAUSE_MS.first;
        continue;
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        void pause(outcome.retryMs ?? wait).then(resolve);
      });
      wait = Math.min(wait * 2, PAUSE_MS.most);
    }
  }

  private nextBatch(): string[] {
    let chars = 0;
    const end = this.waiting.findIndex((line, i) => (chars += line.length) > BATCH_CHARS_MAX && i > 0);
    return this.waiting.slice(0, end === -1 ? undefined : end);
  }

  private drop(batch: readonly string[]): void {
    for (const line of batch) if (this.waiting[0] === line) this.chars -= this.waiting.shift()?.length ?? 0;
  }

  private async send(batch: readonly string[]): Promise<"done" | { retryMs: number | null }> {
    const { url, headers, say } = this.options;
    try {
      const answer = await this.options.fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/x-ndjson" },
        body: batch.join("\n"),
        redirect: "error",
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      if (answer.status === 401 || answer.status === 403) {
        if (!this.hasSaidRefused) say(`refused the key with status ${answer.status}; the records wait`);
        this.isRefused = this.hasSaidRefused = true;
        return { retryMs: PAUSE_MS.most };
      }
      this.hasSaidRefused = false;
      if (answer.ok) return "done";
      if (answer.status === 429 || answer.status >= 500)
        return { retryMs: secondsIn(answer.headers.get("retry-after")) };
      this.lost += batch.length;
      say(`refused records with status ${answer.status}; they are not kept`);
      return "done";
    } catch {
      return { retryMs: null };
    }
  }
}

function secondsIn(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, PAUSE_MS.most) : null;
}

function held(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The pause does not keep the program alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms) as unknown as { unref?: () => void };
    timer.unref?.();
  });
}
