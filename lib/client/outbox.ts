import { isOverBut } from "./program";
import { Spool } from "./spool";

export interface OutboxOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly say: (problem: string) => void;
  /** Characters that wait at most; beyond them the oldest are given up, and counted. */
  readonly charsMax: number;
  /** The folder of unsent records; `null` keeps them in memory. */
  readonly folder?: string | null | undefined;
}

/** Called once for a record. @param isTaken false when it was given up */
type OnSettled = (isTaken: boolean) => void;

interface WaitingRecord {
  /** `null` while the record is on disk. */
  readonly text: string | null;
  file: string | null;
  readonly chars: number;
  readonly onSettled: OnSettled | undefined;
}

interface Batch {
  readonly records: readonly WaitingRecord[];
  readonly texts: readonly string[];
}

/** What became of a batch: the places of those that were refused, or after how many ms it is sent again. */
type Outcome = { readonly refused: ReadonlySet<number> } | { readonly retryMs: number | null } | "too much";

const BATCH_CHARS_MAX = 4_000_000;
const SEND_TIMEOUT_MS = 10_000;
/** A request keeps the program. Where nothing else does, one that is not answered is let go: what is unsent is on disk. */
const LET_GO_MS = 1_000;
const LOOK_MS = 100;
/** The requests of all outboxes of the program. */
let requestsOpen = 0;
const PAUSE_MS = { first: 500, most: 30_000 };
const ABOUT_THE_KEY: ReadonlySet<number> = new Set([401, 403]);
const ABOUT_THE_RECORDS: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Records on their way to one address, each on disk until it is acknowledged. Handing over never waits; a Sightglass that is
 * away is tried again, by the next process, too.
 */
export class Outbox {
  private readonly waiting: WaitingRecord[] = [];
  private readonly spool: Spool | null;
  private readonly said = new Set<string>();
  private chars = 0;
  private batchMax = Number.POSITIVE_INFINITY;
  private sending: Promise<void> | null = null;
  private wake: (() => void) | null = null;
  private request: AbortController | null = null;
  /** The key was refused. What waits is sent when it is accepted: keys are given rights later, too. */
  private isRefused = false;
  /** The program is over and nobody answers: the next process sends what waits. */
  private isOver = false;
  /** Records that were given up. */
  lost = 0;

  constructor(private readonly options: OutboxOptions) {
    const { folder, url, headers, say } = options;
    this.spool = folder === null ? null : Spool.open(folder, { url, key: headers.authorization ?? "", say });
    for (const { file, chars } of this.spool?.listLeftBehind() ?? [])
      this.wait({ text: null, file, chars, onSettled: undefined });
  }

  /** @returns whether the record is on disk */
  add(record: object, onSettled?: OnSettled): boolean {
    let text: string;
    try {
      text = JSON.stringify(record);
    } catch {
      this.lost++;
      onSettled?.(false);
      return false;
    }
    const file = this.spool?.keep(text) ?? null;
    this.wait({ text: file === null ? text : null, file, chars: text.length, onSettled });
    return file !== null;
  }

  /**
   * Waits until everything is sent, for so long at most.
   * @param keepsAlive whether the program goes on for that long, also where nothing else keeps it
   * @returns records that are not sent
   */
  async flush(patienceMs: number, keepsAlive = true): Promise<number> {
    const until = Date.now() + patienceMs;
    this.isRefused = false;
    this.isOver &&= !keepsAlive;
    while (this.sending !== null && !this.isRefused && !this.isOver && Date.now() < until) {
      this.wake?.();
      const ms = Math.max(1, Math.min(250, until - Date.now()));
      await Promise.race([this.sending, keepsAlive ? waitFor(ms) : pause(ms)]);
    }
    return this.waiting.length + this.lost;
  }

  /** Records that wait, and whether they are kept for the next process. */
  get unsent(): { readonly records: number; readonly areKept: boolean } {
    return { records: this.waiting.length, areKept: this.spool !== null };
  }

  /** Ends what is being sent, so that it does not keep a program that is over. Its records wait. */
  release(): void {
    this.request?.abort();
  }

  private wait(record: WaitingRecord): void {
    this.waiting.push(record);
    this.chars += record.chars;
    for (let oldest; this.chars > this.options.charsMax && (oldest = this.waiting[0]) !== undefined;) {
      this.sayOnce("cannot be reached; the oldest records are given up");
      this.settle(oldest, false);
    }
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
  }

  private settle(record: WaitingRecord, isTaken: boolean): void {
    // One that was given up while it was sent is settled already.
    if (this.waiting[0] !== record) return;
    this.waiting.shift();
    this.chars -= record.chars;
    if (record.file !== null) this.spool?.drop(record.file);
    if (!isTaken) this.lost++;
    record.onSettled?.(isTaken);
  }

  private async sendAll(): Promise<void> {
    let wait = PAUSE_MS.first;
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      const outcome = batch.texts.length === 0 ? { refused: new Set<number>() } : await this.send(batch);
      if (outcome === "too much") {
        this.batchMax = Math.ceil(batch.records.length / 2);
        continue;
      }
      if ("refused" in outcome) {
        batch.records.forEach((record, i) => this.settle(record, !outcome.refused.has(i)));
        this.batchMax = Number.POSITIVE_INFINITY;
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

  private nextBatch(): Batch {
    const records: WaitingRecord[] = [];
    const texts: string[] = [];
    let chars = 0;
    for (const record of [...this.waiting]) {
      chars += record.chars;
      if (records.length > 0 && (chars > BATCH_CHARS_MAX || records.length >= this.batchMax)) break;
      const text = record.text ?? this.spool?.read(record.file ?? "") ?? null;
      if (text === null && records.length > 0) break;
      // Another process has sent it.
      if (text === null) this.settle(record, true);
      else {
        records.push(record);
        texts.push(text);
      }
    }
    return { records, texts };
  }

  private async send({ records, texts }: Batch): Promise<Outcome> {
    const { url, headers } = this.options;
    const request = (this.request = new AbortController());
    const startedAt = Date.now();
    const look = setInterval(() => {
      const ms = Date.now() - startedAt;
      this.isOver ||= this.spool !== null && ms > LET_GO_MS && isOverBut(requestsOpen);
      if (this.isOver || ms > SEND_TIMEOUT_MS) request.abort();
    }, LOOK_MS) as unknown as { unref?: () => void };
    look.unref?.();
    requestsOpen++;
    try {
      const answer = await this.options.fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/x-ndjson" },
        body: texts.join("\n"),
        redirect: "error",
        signal: request.signal,
      });
      const { status } = answer;
      const text = await answer.text();
      if (ABOUT_THE_KEY.has(status)) return this.noteRefusedKey(records, status);
      if (answer.ok) return this.readTaken(text);
      if (ABOUT_THE_RECORDS.has(status)) {
        if (records.length > 1) return "too much";
        this.options.say(`refused a record with status ${status}; it is not kept`);
        return { refused: new Set([0]) };
      }
      if (status !== 429 && status < 500) this.sayOnce(`answers with status ${status}; the records wait`);
      return { retryMs: parseSeconds(answer.headers.get("retry-after")) };
    } catch {
      return { retryMs: null };
    } finally {
      clearInterval(look as unknown as number);
      requestsOpen--;
      this.request = null;
    }
  }

  private noteRefusedKey(records: readonly WaitingRecord[], status: number): Outcome {
    // A key without the right may get it. One that nobody knows is replaced by another.
    if (status === 401)
      for (const record of records)
        record.file = record.file === null ? null : (this.spool?.refuse(record.file) ?? null);
    this.sayOnce(`refused the key with status ${status}; the records wait`);
    this.isRefused = true;
    return { retryMs: PAUSE_MS.most };
  }

  private readTaken(text: string): Outcome {
    const { accepted, rejected } = reportIn(text);
    if (typeof accepted !== "number") {
      this.sayOnce("answers like something that is not Sightglass; the records wait");
      return { retryMs: null };
    }
    this.said.clear();
    for (const { path, message } of rejected)
      this.options.say(`refused a record: ${[path, message].filter(Boolean).join(" ")}; it is not kept`);
    return { refused: new Set(rejected.map(({ index }) => index)) };
  }

  /** Until records are taken again. */
  private sayOnce(problem: string): void {
    if (!this.said.has(problem)) this.options.say(problem);
    this.said.add(problem);
  }
}

interface RefusedRecord {
  readonly index: number;
  readonly path?: string;
  readonly message?: string;
}

function reportIn(text: string): { accepted: unknown; rejected: readonly RefusedRecord[] } {
  try {
    const { accepted, rejected } = JSON.parse(text) as Record<string, unknown>;
    return { accepted, rejected: Array.isArray(rejected) ? (rejected as RefusedRecord[]) : [] };
  } catch {
    return { accepted: undefined, rejected: [] };
  }
}

function parseSeconds(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, PAUSE_MS.most) : null;
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The pause does not keep the program alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms) as unknown as { unref?: () => void };
    timer.unref?.();
  });
}
