import type { ChildProcess } from "node:child_process";
import os from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { endOf, startProgram } from "@/lib/program.mjs";
import type { ConversationMark } from "@/lib/client/conversations";
import { ProxiedConversations } from "./conversations";
import { makeFrames } from "./frames";
import { Pace } from "./pace";
import { sizeOf, stripBytes, type PassedCall } from "./passed-call";

/** What became of a call. `kept`: Sightglass does not answer, and the call is on disk for the next recorder. */
export type Became = "recorded" | "refused" | "kept";

export type RecorderReply =
  | { readonly ready: true }
  | {
      readonly id: string;
      readonly became: Became;
      readonly session: string | null;
      readonly mark: ConversationMark | null;
    };

interface Options {
  readonly say: (text: string) => void;
  /** Called with the session of each call that is recorded, where the call says it. */
  readonly onRecorded?: (session: string) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** What the recorder's process runs; for tests. */
  readonly program?: Parameters<typeof startProgram>[0];
  /** The most bytes that wait. Above it the oldest calls are dropped and counted. */
  readonly bytesMax?: number;
}

interface Waiting {
  call: PassedCall;
  bytes: number;
  /** Only that it was made is recorded. */
  isGivenUp: boolean;
  isHanded: boolean;
  /** The recorder's deaths while it had only this call. */
  deaths: number;
}

const WAITING_BYTES_MAX = 64_000_000;
/** The most bytes that the recorder has at once: they are recorded even if calls begin meanwhile. */
const HANDED_BYTES_MAX = 1_000_000;
const DEATHS_MAX = 2;
const GIVEN_UP_MAX = 10_000;
const RESTART_MS_MIN = 250;
const RESTART_MS_MAX = 30_000;
/** The recorder gets the processor time that the calls leave. */
const PRIORITY = 10;

/**
 * Passes calls to a process that reads and sends them, and keeps each call until its result is known. So this
 * process only handles bytes, and a recorder that dies loses no call: the next one gets it.
 */
export class Recorder {
  /** Known conversations, for calls that need theirs before they are sent, and for the next recorder. */
  readonly conversations = new ProxiedConversations();
  private readonly waiting: Waiting[] = [];
  private readonly pace = new Pace();
  private timer: NodeJS.Timeout | undefined;
  private handedAt = 0;
  private isDraining = false;
  private bytes = 0;
  private handedBytes = 0;
  private lost = 0;
  private readonly kept = new Set<string>();
  private hasSaidLost = false;
  private child: ChildProcess | null = null;
  private isReady = false;
  private hasMarks = false;
  private closing = false;
  private restartMs = RESTART_MS_MIN;
  /** Calls that an earlier recorder had when it died. Each is passed alone, to find the one that kills it. */
  private suspects = new Set<Waiting>();
  private onEmpty: (() => void) | null = null;

  constructor(private readonly options: Options) {
    this.start();
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  get bytesWaiting(): number {
    return this.bytes;
  }

  add(call: PassedCall): void {
    const one: Waiting = { call, bytes: sizeOf(call), isGivenUp: false, isHanded: false, deaths: 0 };
    this.waiting.push(one);
    this.bytes += one.bytes;
    while (this.bytes > (this.options.bytesMax ?? WAITING_BYTES_MAX) && this.giveUpOldest()) continue;
    this.handOver();
  }

  notePassed(): void {
    this.pace.notePassed(Date.now());
  }

  /**
   * Within a time limit.
   * @returns how many calls were never recorded, and how many the next recorder sends
   */
  async close(patienceMs: number): Promise<{ lost: number; kept: number }> {
    this.isDraining = true;
    this.handOver();
    const empty = new Promise<void>((resolve) => {
      if (this.waiting.length === 0) resolve();
      else this.onEmpty = resolve;
    });
    await Promise.race([empty, wait(patienceMs, undefined, { ref: false })]);
    this.closing = true;
    clearTimeout(this.timer);
    this.child?.stdin?.destroy();
    this.child?.kill("SIGKILL");
    const lost = this.lost + this.waiting.filter(({ isGivenUp }) => !isGivenUp).length;
    return { lost, kept: this.kept.size };
  }

  private start(): void {
    const { env, program = "lib/proxy/record-calls.ts", say } = this.options;
    const child = startProgram(program, [], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env },
    });
    this.child = child;
    this.hasMarks = false;
    reducePriority(child);
    // The exit reports a broken pipe.
    child.stdin?.on("error", () => undefined);
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).on("line", (line) => this.hear(child, line));
    void endOf(child, "close").then((how) => {
      this.isReady = false;
      if (this.closing) return;
      say(`The recorder stopped (${how}) and is started again. Calls go on; what it had is recorded later.`);
      this.takeBack();
      setTimeout(() => this.closing || this.start(), this.restartMs).unref();
      this.restartMs = Math.min(this.restartMs * 2, RESTART_MS_MAX);
    });
  }

  private hear(child: ChildProcess, line: string): void {
    if (child !== this.child) return;
    const reply = JSON.parse(line) as RecorderReply;
    if ("ready" in reply) this.isReady = true;
    else {
      this.restartMs = RESTART_MS_MIN;
      if (reply.mark !== null) this.conversations.learn(reply.mark);
      this.settle(reply.id, reply.became);
      if (reply.became === "recorded" && reply.session !== null) this.options.onRecorded?.(reply.session);
    }
    this.handOver();
  }

  private settle(id: string, became: Became): void {
    const wasKept = this.kept.delete(id);
    if (became === "kept") this.kept.add(id);
    const place = this.waiting.findIndex(({ call }) => call.id === id);
    if (became === "refused" && (wasKept || place !== -1)) this.lost++;
    if (place === -1) return;
    this.remove(place);
  }

  private remove(place: number): void {
    const [one] = this.waiting.splice(place, 1);
    if (one === undefined) return;
    this.bytes -= one.bytes;
    if (one.isHanded) this.handedBytes -= one.bytes;
    if (one.isHanded && this.handedBytes === 0) this.pace.noteWorked(this.handedAt, Date.now());
    this.suspects.delete(one);
    if (this.waiting.length === 0) this.onEmpty?.();
  }

  private takeBack(): void {
    const had = this.waiting.filter(({ isHanded }) => isHanded);
    const [alone] = had;
    if (had.length === 1 && alone !== undefined) alone.deaths++;
    for (const one of had) {
      one.isHanded = false;
      this.suspects.add(one);
    }
    this.handedBytes = 0;
    if (alone === undefined || alone.deaths < DEATHS_MAX) return;
    this.options.say("A call stopped the recorder again and again; it is not recorded.");
    this.suspects.delete(alone);
    this.giveUp(alone, "stopped the recorder again and again");
  }

  /** Its session shows that it was made. That is left out where it cannot be recorded either, or where very many wait. */
  private giveUp(one: Waiting, why: string): void {
    if (!one.isGivenUp) this.lost++;
    if (one.isGivenUp || this.waiting.length > GIVEN_UP_MAX) return this.remove(this.waiting.indexOf(one));
    this.bytes -= one.bytes;
    Object.assign(one, { call: stripBytes(one.call, why), bytes: 0, deaths: 0, isGivenUp: true });
  }

  private giveUpOldest(): boolean {
    const oldest = this.waiting.find(({ isHanded, isGivenUp }) => !isHanded && !isGivenUp);
    if (oldest === undefined) return false;
    if (!this.hasSaidLost)
      this.options.say("Calls come faster than Sightglass takes them; the oldest are given up.");
    this.hasSaidLost = true;
    this.giveUp(oldest, "had to make room for newer calls");
    return true;
  }

  private handOver(): void {
    clearTimeout(this.timer);
    const input = this.child?.stdin;
    if (!this.isReady || input == null || this.closing) return;
    const [oldest] = this.waiting;
    if (oldest === undefined || (oldest.isHanded && !this.isDraining)) return;
    const fullness = this.isDraining ? 1 : this.bytes / (this.options.bytesMax ?? WAITING_BYTES_MAX);
    const now = Date.now();
    const delay = this.pace.computeDelay({ oldestAt: oldest.call.endedAt, fullness }, now);
    if (delay > 0) {
      this.timer = setTimeout(() => this.handOver(), delay);
      return;
    }
    this.handedAt = now;
    for (const one of this.waiting) {
      if (one.isHanded) continue;
      const isFull = this.suspects.size > 0 || this.handedBytes + one.bytes > HANDED_BYTES_MAX;
      if (isFull && this.waiting.some(({ isHanded }) => isHanded)) return;
      one.isHanded = true;
      this.handedBytes += one.bytes;
      const marks = this.hasMarks ? [] : this.conversations.listMarks();
      this.hasMarks = true;
      input.cork();
      for (const piece of makeFrames({ call: one.call, marks })) input.write(piece);
      input.uncork();
    }
  }
}

function reducePriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, PRIORITY);
  } catch {
    // If the system does not allow it, the recorder has the proxy's priority.
  }
}
