import type { Database } from "@/lib/db/client";
import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import { AppError } from "@/lib/errors";

/** What one request brings, and how much of memory it takes while it waits. */
interface Post<I, R> {
  readonly input: I;
  readonly bytes: number;
  readonly done: (result: R) => void;
  readonly failed: (error: unknown) => void;
}

export interface CommitLimits {
  /** Transactions at the same time, and those of them that are of one project. */
  readonly commits: number;
  readonly commitsPerProject: number;
  /** Bytes and requests that one transaction takes; a single request may be larger. */
  readonly bytesPerCommit: number;
  readonly postsPerCommit: number;
  /** Bytes that may wait in this process. */
  readonly bytesWaiting: number;
}

const RETRY_AFTER_S = 2;

/**
 * Writes what requests bring to disk: a request alone at once, and those that come while its project is being written for
 * together, in one transaction. Projects take turns, so that a flood of one does not hold up the others.
 */
export class CommitQueue<I, R> {
  private readonly waiting = new Map<string, Post<I, R>[]>();
  /** The projects that are written for: one entry a transaction. */
  private readonly busy: string[] = [];
  private bytes = 0;

  /** @param commit writes several inputs of a project together; one result each, in their order */
  constructor(
    private readonly commit: (db: Database, project: string, inputs: readonly I[]) => Promise<R[]>,
    private readonly limits: CommitLimits,
  ) {}

  /**
   * Writes an input: when this returns it is on disk.
   * @throws AppError `rate_limited` when too much waits already
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
      const posts = this.waiting.get(project) ?? [];
      posts.push({ input, bytes, done, failed });
      this.waiting.set(project, posts);
      this.next(db);
    });
  }

  private next(db: Database): void {
    for (const [project, posts] of this.waiting) {
      if (this.busy.length >= this.limits.commits) return;
      if (this.busy.filter((other) => other === project).length >= this.limits.commitsPerProject) continue;
      this.waiting.delete(project);
      const batch = this.batchOf(posts);
      // At the end of the line: the others come first.
      if (posts.length > 0) this.waiting.set(project, posts);
      this.busy.push(project);
      void this.write(db, project, batch).finally(() => {
        this.busy.splice(this.busy.indexOf(project), 1);
        this.next(db);
      });
    }
  }

  private batchOf(posts: Post<I, R>[]): Post<I, R>[] {
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
      posts.forEach(({ done }, i) => done(results[i] as R));
    } catch (error) {
      const allFail = isDatabaseAway(error) && !isNodeAway(error);
      if (posts.length === 1 || allFail) for (const { failed } of posts) failed(error);
      // One of them cannot be written, by itself or for its node: it fails, and the others do not.
      else return await this.writeEach(db, project, posts);
    }
    for (const { bytes } of posts) this.bytes -= bytes;
  }

  private async writeEach(db: Database, project: string, posts: readonly Post<I, R>[]): Promise<void> {
    for (const post of posts) await this.write(db, project, [post]);
  }
}
