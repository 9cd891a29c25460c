import { setTimeout as wait } from "node:timers/promises";

interface Options {
  readonly target: URL;
  readonly apiKey: string | null;
  readonly say: (text: string) => void;
  /** The most bytes that wait. Above it the oldest calls are dropped and counted. */
  readonly bytesMax?: number;
}

const WAITING_BYTES_MAX = 64_000_000;
const BATCH_BYTES_MAX = 4_000_000;
const SEND_TIMEOUT_MS = 30_000;
const PAUSE_MS_MIN = 500;
const PAUSE_MS_MAX = 30_000;

/** Sends calls to Sightglass. Sending never delays a call; while Sightglass cannot be reached, it tries again. */
export class Outbox {
  private readonly waiting: { line: string; bytes: number }[] = [];
  private waitingBytes = 0;
  private lost = 0;
  private sending: Promise<void> | null = null;
  private closing = false;

  constructor(private readonly options: Options) {}

  add(line: string): void {
    const bytes = Buffer.byteLength(line);
    this.waiting.push({ line, bytes });
    this.waitingBytes += bytes;
    while (this.waitingBytes > (this.options.bytesMax ?? WAITING_BYTES_MAX)) this.giveUpOldest();
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
  }

  /** Sends the rest within a time limit. @returns how many calls were never recorded */
  async close(patienceMs: number): Promise<number> {
    await Promise.race([this.sending, wait(patienceMs, undefined, { ref: false })]);
    this.closing = true;
    return this.lost + this.waiting.length;
  }

  private giveUpOldest(): void {
    const gone = this.waiting.shift();
    if (gone === undefined) return;
    this.waitingBytes -= gone.bytes;
    this.lost++;
    if (this.lost === 1) this.options.say("Sightglass cannot be reached; the oldest calls are given up.");
  }

  private async sendAll(): Promise<void> {
    let pause = PAUSE_MS_MIN;
    while (this.waiting.length > 0 && !this.closing) {
      const batch = this.nextBatch();
      const outcome = await this.send(batch.map(({ line }) => line).join("\n"));
      if (outcome === "done") {
        this.drop(batch);
        pause = PAUSE_MS_MIN;
        continue;
      }
      await wait(outcome.retryMs ?? pause, undefined, { ref: false });
      pause = Math.min(pause * 2, PAUSE_MS_MAX);
    }
  }

  private nextBatch(): { line: string; bytes: number }[] {
    let bytes = 0;
    const end = this.waiting.findIndex((one, i) => (bytes += one.bytes) > BATCH_BYTES_MAX && i > 0);
    return this.waiting.slice(0, end === -1 ? undefined : end);
  }

  private drop(batch: readonly { line: string; bytes: number }[]): void {
    const sent = new Set(batch);
    while (this.waiting[0] !== undefined && sent.has(this.waiting[0]))
      this.waitingBytes -= this.waiting.shift()?.bytes ?? 0;
  }

  private async send(body: string): Promise<"done" | { retryMs: number | null }> {
    const { target, apiKey, say } = this.options;
    try {
      const answer = await fetch(new URL("/api/v1/model-calls", target), {
        method: "POST",
        headers: {
          "content-type": "application/x-ndjson",
          ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      if (answer.ok) return "done";
      if (answer.status === 429 || answer.status >= 500)
        return { retryMs: secondsIn(answer.headers.get("retry-after")) };
      this.lost += body.split("\n").length;
      say(`Sightglass refused calls with status ${answer.status}; they are not recorded.`);
      return "done";
    } catch {
      return { retryMs: null };
    }
  }
}

function secondsIn(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, PAUSE_MS_MAX) : null;
}
