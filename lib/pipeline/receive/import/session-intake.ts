import { hashContent } from "@/lib/core/hash";
import { joinVariant } from "@/lib/core/trace/merge/join-variant";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database } from "@/lib/db/client";
import { readLog } from "@/lib/db/log/read";
import { makeSessionKey } from "@/lib/db/session-id";
import type { FileGroup } from "@/lib/importers/group";
import type { ImportReport } from "@/lib/importers/reading/importer";
import type { EventBatch } from "./event-batch";

const NAME_CHARS = 8;

/** The files do not name the session, so its name is derived from them. */
export function isGuessedBy({ importer, files }: FileGroup): (session: string) => boolean {
  return (session) =>
    importer.guessesSessions === true || files.some(({ sniff }) => session.includes(sniff.fingerprint));
}

interface Part {
  readonly session: string;
  readonly events: TraceEvent[];
}

/**
 * Writes the events of one conversion. A new session is written as it comes. An existing one, from another
 * file or an earlier part of this one, is first compared with what is stored: the same again changes nothing,
 * a longer variant replaces the shorter, and new calls are added beside stored ones. Nothing is overwritten
 * by another call.
 */
export class SessionIntake {
  turns = 0;
  readonly sessions = new Set<string>();
  hasJoined = false;
  private readonly ids = new Map<string, Set<string>>();
  private readonly held = new Map<string, Part[]>();

  constructor(
    private readonly db: Database,
    private readonly project: string,
    private readonly batch: EventBatch,
    private readonly report: ImportReport,
    /** The source does not name the session: then other calls under its name are another session. */
    private readonly isGuessed: (session: string) => boolean,
  ) {}

  async take(event: TraceEvent): Promise<void> {
    const { session, id } = event;
    if (event.type === "turn.recorded") this.turns++;
    this.sessions.add(session);
    let ids = this.ids.get(session);
    if (ids === undefined) {
      if (await this.isStored(session)) this.hold(session);
      this.ids.set(session, (ids = new Set()));
    } else if (ids.has(id)) {
      ids.clear();
      this.hold(session);
    }
    ids.add(id);
    const part = this.held.get(session)?.at(-1);
    if (part === undefined) await this.batch.add(event);
    else part.events.push(event);
  }

  /** Writes what was held. Nothing may be taken after this. */
  async end(): Promise<void> {
    await this.batch.flush();
    for (const part of [...this.held.values()].flat()) {
      for (const event of await this.placeEvents(part)) await this.batch.add(event);
      await this.batch.flush();
    }
  }

  private hold(session: string): void {
    this.held.set(session, [...(this.held.get(session) ?? []), { session, events: [] }]);
  }

  private async isStored(session: string): Promise<boolean> {
    const key = makeSessionKey(this.project, session);
    return (await this.db.session.count({ where: { sessionId: key, lastSeq: { gt: 0 } } })) > 0;
  }

  private async placeEvents({ session, events }: Part): Promise<readonly TraceEvent[]> {
    const stored = await this.readStoredEvents(session);
    if (stored.length === 0) return events;
    const {
      other: otherId,
      events: joined,
      differing,
      added,
    } = joinVariant(stored, events, this.isGuessed(session));
    this.hasJoined ||= otherId !== null || differing + added > 0;
    if (otherId !== null) {
      const name = `${session}-${hashContent(otherId).slice(0, NAME_CHARS)}`;
      return this.placeEvents({
        session: name,
        events: events.map((event) => ({ ...event, session: name })),
      });
    }
    this.report.warn(
      "overlap_differs",
      `session ${session} has calls that this file tells differently: both are kept, one beside the other`,
      differing,
    );
    this.report.warn(
      "session_joined",
      `session ${session} was there already: calls that it did not have were added to it`,
      added,
    );
    return joined;
  }

  private async readStoredEvents(session: string): Promise<TraceEvent[]> {
    const events: TraceEvent[] = [];
    for await (const chunk of readLog(this.db, makeSessionKey(this.project, session), session))
      for (const { event } of chunk.events) events.push(event);
    return events;
  }
}
