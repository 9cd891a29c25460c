import type { TraceEvent } from "@/lib/core/trace/event";
import type { EventVerdict } from "@/lib/db/log/plan-session";
import { appendReachable } from "@/lib/db/log/append";
import type { StoredWarning } from "@/lib/db/ingestion-notes";
import { addWarnings } from "@/lib/db/ingestion-notes";
import type { RawRecordInput } from "@/lib/db/raw/raw-record";
import { storeRecords, streamKey } from "@/lib/db/raw/store";
import { deriveJob, projectJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { compareStored } from "../records/relation-of-stored";
import type { Database } from "@/lib/db/client";
import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import { AppError } from "@/lib/errors";
import { FairGate } from "@/lib/fair-gate";

/** One of several inputs that was not written, while the others were. */
export class NotWritten {
  constructor(readonly error: unknown) {}
}

interface Post<I, R> {
  readonly input: I;
  readonly bytes: number;
  readonly done: (result: R) => void;
  readonly failed: (error: unknown) => void;
}

export interface CommitLimits {
  readonly commits: number;
  readonly commitsPerProject: number;
  readonly bytesPerCommit: number;
  readonly postsPerCommit: number;
  readonly bytesWaiting: number;
}

const RETRY_AFTER_S = 2;

/**
 * Writes the input of requests to disk. A single request is written at once; requests that arrive during a
 * write of their project are written together in one transaction. Projects take turns, so that many requests
 * of one do not delay the others.
 */
export class CommitQueue<I, R> {
  private readonly waiting = new Map<string, Post<I, R>[]>();
  private readonly gate: FairGate;
  private bytes = 0;

  /** @param commit writes several inputs of a project together; returns one result each, in order */
  constructor(
    private readonly commit: (
      db: Database,
      project: string,
      inputs: readonly I[],
    ) => Promise<(R | NotWritten)[]>,
    private readonly limits: CommitLimits,
  ) {
    this.gate = new FairGate({ atOnce: limits.commits, perKey: limits.commitsPerProject });
  }

  /**
   * Adds an input of a request. When this returns, it is on disk.
   * @throws AppError `rate_limited` when too much is waiting
   */
  add(db: Database, project: string, input: I, bytes: number): Promise<R> {
    if (this.bytes > 0 && this.bytes + bytes > this.limits.bytesWaiting)
      throw new AppError(
        "rate_limited",
        "more is being received than can be written at the moment; try again shortly",
        [],
        RETRY_AFTER_S,
      );
    this.bytes += bytes;
    return new Promise<R>((done, failed) => {
      const posts = this.waiting.get(project);
      if (posts !== undefined) return void posts.push({ input, bytes, done, failed });
      this.waiting.set(project, [{ input, bytes, done, failed }]);
      this.writeInTurn(db, project);
    });
  }

  /** One commit of what waits of a project. What is left after it stands in line again, so that other projects come first. */
  private writeInTurn(db: Database, project: string): void {
    void this.gate.run(project, async () => {
      const posts = this.waiting.get(project) ?? [];
      const batch = this.takeBatch(posts);
      if (posts.length > 0) this.writeInTurn(db, project);
      else this.waiting.delete(project);
      await this.write(db, project, batch);
    });
  }

  private takeBatch(posts: Post<I, R>[]): Post<I, R>[] {
    let bytes = 0;
    let count = 0;
    for (const post of posts) {
      bytes += post.bytes;
      if (count > 0 && (bytes > this.limits.bytesPerCommit || count >= this.limits.postsPerCommit)) break;
      count++;
    }
    return posts.splice(0, count);
  }

  private async write(db: Database, project: string, posts: readonly Post<I, R>[]): Promise<void> {
    try {
      const results = await this.commit(
        db,
        project,
        posts.map(({ input }) => input),
      );
      posts.forEach(({ done, failed }, i) => {
        const result = results[i] as R | NotWritten;
        if (result instanceof NotWritten) failed(result.error);
        else done(result);
      });
    } catch (error) {
      const allFail = isDatabaseAway(error) && !isNodeAway(error);
      if (posts.length === 1 || allFail) for (const { failed } of posts) failed(error);
      // One of them cannot be written, because of its content or its node. Only this one fails.
      else return await this.writeEach(db, project, posts);
    }
    for (const { bytes } of posts) this.bytes -= bytes;
  }

  private async writeEach(db: Database, project: string, posts: readonly Post<I, R>[]): Promise<void> {
    for (const post of posts) await this.write(db, project, [post]);
  }
}

const MIB = 1024 * 1024;
export const COMMIT_LIMITS = {
  commits: 4,
  commitsPerProject: 1,
  bytesPerCommit: 8 * MIB,
  postsPerCommit: 200,
  bytesWaiting: 128 * MIB,
};

/** One verdict per event. A post with a session on a node that is away fails, and the others do not. */
export const eventCommits = new CommitQueue<readonly TraceEvent[], EventVerdict[]>(
  async (db, project, posts) => {
    const { verdicts, changed, away } = await appendReachable(db, project, posts.flat(), "refuse");
    queueSoon(
      db,
      changed.map((session) => deriveJob(project, session)),
    );
    let from = 0;
    return posts.map((events) => {
      const ownVerdicts = verdicts.slice(from, (from += events.length));
      const lostEvent = events.find(({ session }) => away.has(session));
      return lostEvent === undefined ? ownVerdicts : new NotWritten(away.get(lostEvent.session));
    });
  },
  COMMIT_LIMITS,
);

/** Returns records that differ from stored ones with their ids. A post with a stream on a node that is away fails. */
export const recordCommits = new CommitQueue<readonly RawRecordInput[], readonly RawRecordInput[]>(
  async (db, project, posts) => {
    const { kept, differing, away } = await storeRecords(db, project, posts.flat(), compareStored);
    if (kept.size > 0) queueSoon(db, [projectJob(project)]);
    return posts.map((records) => {
      const lostStream = records.map(({ stream }) => streamKey(project, stream)).find((key) => away.has(key));
      return lostStream === undefined
        ? records.filter((record) => differing.has(record))
        : new NotWritten(away.get(lostStream));
    });
  },
  COMMIT_LIMITS,
);

export const warningCommits = new CommitQueue<readonly StoredWarning[], undefined>(
  async (db, project, posts) => {
    await addWarnings(db, project, posts.flat());
    return posts.map(() => undefined);
  },
  COMMIT_LIMITS,
);

export function sizeOfRecords(records: readonly RawRecordInput[]): number {
  return records.reduce(
    (sum, { body, texts }) =>
      [...texts.values()].reduce((chars, text) => chars + text.length, sum + body.length),
    0,
  );
}
