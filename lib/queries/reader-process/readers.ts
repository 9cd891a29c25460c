import { AppError } from "@/lib/errors";
import type { AskedRead } from "./protocol";
import { Reader, makeReadKey } from "./reader";
import { SingleFlight } from "./single-flight";

const READERS_MAX = 2;
/** Reads of one project run one after the other, so that another project finds a reader. */
const PER_PROJECT = 1;
const WAITING_PER_PROJECT = 40;
const RETRY_AFTER_S = 10;
/** An idle reader ends, which frees its memory. Somebody who goes from view to view does not wait for a new one. */
const IDLE_MS = 60_000;

interface Waiting {
  readonly project: string;
  readonly start: () => void;
}

class Readers {
  private readonly all = new Map<Reader, NodeJS.Timeout | null>();
  private readonly busy: string[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly together = new SingleFlight<unknown>();

  /** @throws AppError as the read does; `rate_limited` when too many reads of the project wait */
  read(readRequest: AskedRead, signal: AbortSignal): Promise<unknown> {
    return this.together.run(JSON.stringify(readRequest), signal, (allGone) =>
      this.readOnce(readRequest, allGone),
    );
  }

  /** Has a free reader read what is asked for later. Does nothing while another read of the project runs. */
  async readAhead(readRequest: AskedRead): Promise<void> {
    if (this.isStartAllowed(readRequest.project)) await this.read(readRequest, new AbortController().signal);
  }

  private async readOnce(readRequest: AskedRead, signal: AbortSignal): Promise<unknown> {
    const { project } = readRequest;
    await this.turnOf(project);
    try {
      if (signal.aborted) throw new AppError("unavailable", "whoever asked has gone");
      return await this.use(readRequest, signal);
    } finally {
      this.busy.splice(this.busy.indexOf(project), 1);
      this.startNext();
    }
  }

  private async turnOf(project: string): Promise<void> {
    if (this.isStartAllowed(project)) {
      this.busy.push(project);
      return;
    }
    if (this.waiting.filter((waiter) => waiter.project === project).length >= WAITING_PER_PROJECT)
      throw new AppError("rate_limited", "too many large answers are asked for at once", [], RETRY_AFTER_S);
    await new Promise<void>((start) => this.waiting.push({ project, start }));
  }

  private startNext(): void {
    const at = this.waiting.findIndex(({ project }) => this.isStartAllowed(project));
    const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (next === undefined) return;
    this.busy.push(next.project);
    next.start();
  }

  private isStartAllowed(project: string): boolean {
    return (
      this.busy.length < READERS_MAX &&
      this.busy.filter((busyProject) => busyProject === project).length < PER_PROJECT
    );
  }

  private async use(readRequest: AskedRead, signal: AbortSignal): Promise<unknown> {
    const reader = this.pickReader(readRequest);
    clearTimeout(this.all.get(reader) ?? undefined);
    try {
      return await reader.read(readRequest, signal);
    } finally {
      if (this.all.has(reader)) this.all.set(reader, setTimeout(() => reader.stop(), IDLE_MS).unref());
    }
  }

  /** The one that has read the session, else any free one, else a new one. */
  private pickReader(readRequest: AskedRead): Reader {
    const free = [...this.all.keys()].filter(({ isFree }) => isFree);
    const fittingReader = free.find(({ last }) => last === makeReadKey(readRequest)) ?? free[0];
    if (fittingReader !== undefined) return fittingReader;
    const reader: Reader = new Reader(() => this.all.delete(reader));
    this.all.set(reader, null);
    return reader;
  }
}

const shared = globalThis as { sightglassReaders?: Readers };

/** @throws AppError as the read does, or when it exceeds a limit */
export function readInOtherProcess(readRequest: AskedRead, signal: AbortSignal): Promise<unknown> {
  return getReaders().read(readRequest, signal);
}

/** As {@link readInOtherProcess}, only while nothing else of the project is read, and for no answer. */
export function readAheadInOtherProcess(readRequest: AskedRead): Promise<void> {
  return getReaders().readAhead(readRequest);
}

function getReaders(): Readers {
  return (shared.sightglassReaders ??= new Readers());
}
