import { setTimeout as wait } from "node:timers/promises";

interface Options {
  readonly target: URL;
  readonly apiKey: string | null;
  readonly say: (text: string) => void;
}

/** Called once for a call that was sent. @param isRecorded false when Sightglass refused it */
type OnSettled = (isRecorded: boolean) => void;

interface Waiting {
  readonly line: string;
  readonly bytes: number;
  readonly onSettled: OnSettled;
}

const BATCH_BYTES_MAX = 4_000_000;
const SEND_TIMEOUT_MS = 30_000;
const PAUSE_MS_MIN = 500;
const PAUSE_MS_MAX = 30_000;

/** Sends calls to Sightglass, in order. While Sightglass cannot be reached, it tries again. */
export class Outbox {
  private readonly waiting: Waiting[] = [];
  private lost = 0;
  private sending: Promise<void> | null = null;
  private closing = false;

  constructor(private readonly options: Options) {}

  add(line: string, onSettled: OnSettled = () => undefined): void {
    this.waiting.push({ line, bytes: Buffer.byteLength(line), onSettled });
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
  }

  /** Sends the rest within a time limit. @returns how many calls were never recorded */
  async close(patienceMs: number): Promise<number> {
    await Promise.race([this.sending, wait(patienceMs, undefined, { ref: false })]);
    this.closing = true;
    return this.lost + this.waiting.length;
  }

  private async sendAll(): Promise<void> {
    let pause = PAUSE_MS_MIN;
    while (this.waiting.length > 0 && !this.closing) {
      const batch = this.nextBatch();
      const outcome = await this.send(batch);
      if ("refused" in outcome) {
        this.waiting.splice(0, batch.length);
        this.lost += outcome.refused.size;
        batch.forEach(({ onSettled }, i) => onSettled(!outcome.refused.has(i)));
        pause = PAUSE_MS_MIN;
        continue;
      }
      await wait(outcome.retryMs ?? pause);
      pause = Math.min(pause * 2, PAUSE_MS_MAX);
    }
  }

  private nextBatch(): readonly Waiting[] {
    let bytes = 0;
    const end = this.waiting.findIndex((one, i) => (bytes += one.bytes) > BATCH_BYTES_MAX && i > 0);
    return this.waiting.slice(0, end === -1 ? undefined : end);
  }

  private async send(
    batch: readonly Waiting[],
  ): Promise<{ refused: ReadonlySet<number> } | { retryMs: number | null }> {
    const { target, apiKey, say } = this.options;
    try {
      const answer = await fetch(new URL("/api/v1/model-calls", target), {
        method: "POST",
        headers: {
          "content-type": "application/x-ndjson",
          ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
        },
        body: batch.map(({ line }) => line).join("\n"),
        redirect: "error",
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.ok) return { refused: this.refusedIn(text) };
      if (answer.status === 429 || answer.status >= 500)
        return { retryMs: secondsIn(answer.headers.get("retry-after")) };
      say(`Sightglass refused calls with status ${answer.status}; they are not recorded.`);
      return { refused: new Set(batch.keys()) };
    } catch {
      return { retryMs: null };
    }
  }

  private refusedIn(text: string): ReadonlySet<number> {
    const rejected = rejectedIn(text);
    for (const { message, path } of rejected)
      this.options.say(`Sightglass refused a call, so it is not recorded: ${path ?? ""} ${message ?? ""}.`);
    return new Set(rejected.map(({ index }) => index));
  }
}

interface Rejected {
  readonly index: number;
  readonly path?: string;
  readonly message?: string;
}

function rejectedIn(text: string): readonly Rejected[] {
  try {
    const { rejected } = JSON.parse(text) as { rejected?: unknown };
    return Array.isArray(rejected) ? (rejected as readonly Rejected[]) : [];
  } catch {
    return [];
  }
}

function secondsIn(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, PAUSE_MS_MAX) : null;
}
