import type { TraceEvent } from "@/lib/core/trace/event";
import type { EventVerdict } from "@/lib/db/log/plan-session";
import { appendReachable } from "@/lib/db/log/append";
import type { StoredWarning } from "@/lib/db/ingestion-notes";
import { addWarnings } from "@/lib/db/ingestion-notes";
import type { RawRecordInput } from "@/lib/db/raw/raw-record";
import { storeRecords } from "@/lib/db/raw/store";
import { deriveJob, projectJob } from "@/lib/jobs/job";
import { workSoon } from "@/lib/jobs/work-soon";
import { CommitQueue, NotWritten } from "./commit-queue";
import { relationOfStored } from "../records/relation-of-stored";

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
    workSoon(
      db,
      changed.map((session) => deriveJob(project, session)),
    );
    let from = 0;
    return posts.map((events) => {
      const own = verdicts.slice(from, (from += events.length));
      const lost = events.find(({ session }) => away.has(session));
      return lost === undefined ? own : new NotWritten(away.get(lost.session));
    });
  },
  COMMIT_LIMITS,
);

/** Returns records that differ from stored ones with their ids. */
export const recordCommits = new CommitQueue<readonly RawRecordInput[], readonly RawRecordInput[]>(
  async (db, project, posts) => {
    const { kept, differing } = await storeRecords(db, project, posts.flat(), relationOfStored);
    if (kept.size > 0) workSoon(db, [projectJob(project)]);
    return posts.map((records) => records.filter((record) => differing.has(record)));
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
    (sum, { body, texts }) => [...texts.values()].reduce((all, text) => all + text.length, sum + body.length),
    0,
  );
}
