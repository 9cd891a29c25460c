import { randomUUID } from "node:crypto";
import { isNodeAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import type { InboxBody } from "@/lib/db/raw/inbox";
import { addToInbox, readKnownOfStreams, readStoredAmong } from "@/lib/db/raw/inbox";
import { projectJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { CommitQueue, COMMIT_LIMITS } from "../commits";
import type { BodyPart } from "./body-parts";

/** A body that is to be kept, and what it brings. */
export interface GivenBody extends Omit<InboxBody, "id"> {
  readonly parts: readonly BodyPart[];
}

/**
 * What became of a body: it is on disk; or it is not, because spans in it came before. Those are stored, or in the bodies
 * that are named.
 */
export type KeptOrBefore =
  | { readonly kept: true }
  | { readonly kept: false; readonly before: readonly string[] };

/** Keeps bodies whose spans nobody has sent before, with those of other requests that come at the same time. */
export const bodyCommits = new CommitQueue<GivenBody, KeptOrBefore>(keepBodies, COMMIT_LIMITS);

async function keepBodies(
  db: Database,
  project: string,
  bodies: readonly GivenBody[],
): Promise<KeptOrBefore[]> {
  const knownSpans = await readKnownSpans(db, bodies);
  const fresh: (InboxBody & GivenBody)[] = [];
  const results = bodies.map((body): KeptOrBefore => {
    const before = knownSpans.findBefore(body);
    if (before !== null) return { kept: false, before };
    const id = randomUUID();
    fresh.push({ ...body, id });
    knownSpans.add(id, body);
    return { kept: true };
  });
  if (fresh.length > 0) {
    await addToInbox(db, project, fresh);
    queueSoon(db, [projectJob(project)]);
  }
  return results;
}

/** Knows in which body a span came: by a body's id, or {@link STORED}. */
class KnownSpans {
  private readonly from = new Map<string, string>();

  note(stream: string, mark: number, from: string): void {
    this.from.set(`${stream} ${mark}`, from);
  }

  add(id: string, { parts }: GivenBody): void {
    for (const { stream, marks } of parts) for (const mark of marks) this.note(stream, mark, id);
  }

  /** The bodies that spans of a body came in before; `null` when none of its spans came before. */
  findBefore({ parts }: GivenBody): string[] | null {
    if (this.from.size === 0) return null;
    const found = new Set<string>();
    for (const { stream, marks } of parts)
      for (const mark of marks) {
        const from = this.from.get(`${stream} ${mark}`);
        if (from !== undefined) found.add(from);
      }
    return found.size === 0 ? null : [...found].filter((from) => from !== STORED);
  }
}

const STORED = "";

async function readKnownSpans(db: Database, bodies: readonly GivenBody[]): Promise<KnownSpans> {
  const knownSpans = new KnownSpans();
  const parts = bodies.flatMap((body) => body.parts).filter(({ marks }) => marks.length > 0);
  if (parts.length === 0) return knownSpans;
  const { stored, waiting } = await readKnownOfStreams(
    db,
    [...new Set(parts.map(({ stream }) => stream))],
    parts.flatMap(({ marks }) => marks),
  );
  for (const { stream, body, marks } of waiting)
    for (const mark of marks) knownSpans.note(stream, mark, body);
  const spans = parts.flatMap(({ stream, ids, marks }) => {
    const place = stored.get(stream);
    return place === undefined ? [] : ids.map((id, i) => ({ stream, place, id, mark: marks[i] ?? 0 }));
  });
  // What is on a node that is away cannot be compared now. The worker that unpacks the body does it.
  const storedSpans = await readStoredAmong(db, spans).catch((error: unknown) => {
    if (isNodeAway(error)) return new Set<string>();
    throw error;
  });
  for (const { stream, place, id, mark } of spans)
    if (storedSpans.has(`${place} ${id}`)) knownSpans.note(stream, mark, STORED);
  return knownSpans;
}
