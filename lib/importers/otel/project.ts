import type { TraceEvent } from "@/lib/core/trace/event";
import { BelongsEarlier, assertInOrder } from "./belongs-earlier";
import { listDifferingVariants } from "./differing-variants";
import type { Call } from "./calls";
import { CallJoiner } from "./calls";
import { readSpanFacts } from "./dialects";
import { readLoggedCalls } from "./dialects/message-events";
import type { Fact, NativeEvent, SessionFact } from "./spans/facts";
import { groupBy } from "@/lib/core/group-by";
import { JoinedPlaces } from "./joined-places";
import { selectFactsOfType } from "./spans/grouping";
import { compareByTime } from "./lineages";
import { NativeEvents } from "./native-event-book";
import type { RecordPlace, PlacedRecord } from "./places";
import { makeSpanKey } from "./places";
import type { ProjectedSession } from "./projected-session";
import { ProjectedThread, makeThreadId } from "./projected-thread";
import type { OtelRecord } from "./spans/record";
import { countAt } from "./spans/record";
import { CompactionCalls } from "./side-calls";
import { RepeatedRequests } from "./repeated-requests";
import { identifyRecord, selectVariants } from "./variants";
import { UsageReadings } from "./usage-readings";

export interface RemovedEvent {
  readonly session: string;
  readonly id: string;
}

/** The events of the sessions that records report, one session after the other. */
export interface OtelProjection {
  /** Events that are new, or that say something else than before under the same id. */
  readonly events: readonly TraceEvent[];
  readonly removed: readonly RemovedEvent[];
  /** The records from which each session was computed, at least one of each trace. */
  readonly sources: ReadonlyMap<string, readonly OtelRecord[]>;
  readonly calls: readonly Call[];
}

/** Prefix of the ids of projected events. A projection may withdraw these and no others. */
export const PROJECTED_ID_PREFIX = "otel:";

/**
 * Projects records into sessions. The result depends on the content of the records, never on their order. A repeated record
 * changes nothing.
 */
export function projectRecords(input: readonly OtelRecord[]): OtelProjection {
  return beginProjection(input).projection;
}

/**
 * The sessions of a set of records, and the state to continue with more of them. A record with several
 * variants has one place; differences of the others are recorded beside it.
 */
export function beginProjection(input: readonly OtelRecord[]): {
  readonly projection: OtelProjection;
  readonly growing: GrowingProjection;
} {
  const factsOf = new Map<OtelRecord, readonly Fact[]>();
  const readFacts = (record: OtelRecord) => {
    const facts = factsOf.get(record) ?? readSpanFacts(record);
    factsOf.set(record, facts);
    return facts;
  };
  const variants = selectVariants(input, readFacts);
  const growing = new GrowingProjection();
  const projection = takeAll(growing, variants.records, readFacts);
  const beside = listDifferingVariants(
    projection.events,
    variants,
    (records) => takeAll(new GrowingProjection(), records, readFacts).events,
  );
  return {
    projection: { ...projection, events: [...projection.events, ...beside.map(markProjected)] },
    growing,
  };
}

function takeAll(
  growing: GrowingProjection,
  records: readonly OtelRecord[],
  readFacts: (record: OtelRecord) => readonly Fact[],
): OtelProjection {
  const projection = growing.take(records, readFacts);
  if (projection === null) throw new Error("records that come all at once follow one another");
  return projection;
}

function markProjected<T extends { readonly id: string }>(event: T): T {
  return { ...event, id: `${PROJECTED_ID_PREFIX}${event.id}` };
}

/**
 * The sessions of records that arrive in parts. Records that follow the earlier ones cost only themselves. If
 * a record belongs before them, or changes them, `take` returns null: then everything must be computed again
 * from all records, which gives the same sessions.
 */
export class GrowingProjection {
  private readonly places = new JoinedPlaces();
  private readonly joiner = new CallJoiner(this.places);
  private readonly readings = new UsageReadings();
  private readonly repeated = new RepeatedRequests();
  private readonly compactions = new CompactionCalls(this.places);
  private readonly threads = new Map<string, ProjectedThread>();
  private readonly changed = new Set<ProjectedThread>();
  private readonly waiting = new Set<ProjectedThread>();
  private readonly subagents = new Set<ProjectedThread>();
  private readonly sessions = new Map<string, ProjectedSession>();
  private readonly memories = new Set<string>();
  private readonly own = new NativeEvents();
  private readonly messageSpans = new Set<string>();
  private readonly runOfSpan = new Map<string, { readonly callId: string | undefined }>();
  private hasCalls = false;

  /** Takes records in any order. After null, this object must not be used any more. */
  take(
    input: readonly OtelRecord[],
    readFacts: (record: OtelRecord) => readonly Fact[] = readSpanFacts,
  ): OtelProjection | null {
    try {
      return this.takeInOrder([...input].sort(compareRecords), readFacts);
    } catch (error) {
      if (error instanceof BelongsEarlier) return null;
      throw error;
    }
  }

  private takeInOrder(
    records: readonly OtelRecord[],
    readFacts: (record: OtelRecord) => readonly Fact[],
  ): OtelProjection {
    const extended = this.places.add(records);
    const factsByRecord = new Map(records.map((record) => [record, readFacts(record)]));
    const identities = records.map((record) =>
      identifyRecord(record, (otelRecord) => factsByRecord.get(otelRecord) ?? []),
    );
    const namedIdentities = identities.filter((identity) => identity !== "");
    assertInOrder(new Set(namedIdentities).size === namedIdentities.length);
    const facts = [...factsByRecord.values()].flat();
    const parts = [...selectFactsOfType(facts, "call"), ...this.listLoggedParts(facts)];
    this.places.join(parts);
    this.noteAside(facts);
    const joinedCalls = this.readings
      .read(this.joiner.add(parts, extended))
      .sort(compareByTime)
      .map((call) => this.repeated.of(call));
    const calls = this.compactions.mark(joinedCalls, selectFactsOfType(facts, "edit"));
    this.hasCalls ||= calls.length > 0;
    const sources = new Map<string, OtelRecord[]>();
    for (const [, mine] of groupBy(calls, ({ place }) => nameOf(place))) {
      const place = mine[0]?.place;
      if (place === undefined) continue;
      for (const [session, writtenCalls] of this.touchThread(place).write(mine))
        sources.set(
          session,
          writtenCalls.flatMap(({ parts }) => parts.map(({ record }) => record)),
        );
    }
    const { events, removed } = this.takeGrown(records.some(({ signal }) => signal === "span"));
    const ownEvents = this.buildNativeEvents(selectFactsOfType(facts, "own"), sources);
    return {
      events: [...events, ...ownEvents].map(markProjected),
      removed: removed.map(markProjected),
      sources,
      calls,
    };
  }

  private touchThread(place: RecordPlace): ProjectedThread {
    const { memories, places, threads } = this;
    let thread = threads.get(nameOf(place));
    if (thread === undefined) {
      thread = new ProjectedThread(place, { memories, isOver: (trace) => places.isOver(trace) });
      threads.set(nameOf(place), thread);
    }
    this.changed.add(thread);
    return thread;
  }

  private noteAside(facts: readonly Fact[]): void {
    const factsByRecord = selectFactsOfType(facts, "session");
    for (const { memory } of factsByRecord) this.noteMemory(memory?.trim());
    const nameThread = ({ record }: { record: OtelRecord }) => nameOf(this.places.of(record));
    for (const [, mine] of groupBy(factsByRecord, nameThread))
      this.touchThreadOfFirst(mine)?.declared.add(mine);
    for (const [, mine] of groupBy(selectFactsOfType(facts, "edit"), nameThread))
      this.touchThreadOfFirst(mine)?.edits.add(mine);
    for (const run of selectFactsOfType(facts, "tool")) {
      this.touchThread(this.places.of(run.record)).runs.add(run);
      if (run.record.signal === "span")
        this.runOfSpan.set(makeSpanKey(run.record, run.record.spanId), { callId: run.callId });
    }
  }

  private touchThreadOfFirst(facts: readonly { record: OtelRecord }[]): ProjectedThread | undefined {
    const [first] = facts;
    return first === undefined ? undefined : this.touchThread(this.places.of(first.record));
  }

  private noteMemory(memory: SessionFact["memory"]): void {
    if (memory === undefined || this.memories.has(memory)) return;
    assertInOrder(!this.hasCalls);
    this.memories.add(memory);
  }

  /** Lists the parts of calls that were logged. All messages of a span must arrive together. */
  private listLoggedParts(facts: readonly Fact[]) {
    const logged = selectFactsOfType(facts, "message");
    const spans = new Set(logged.map(({ record }) => makeSpanKey(record, record.spanId)));
    for (const span of spans) {
      if (span.endsWith(" ")) continue;
      assertInOrder(!this.messageSpans.has(span));
      this.messageSpans.add(span);
    }
    return readLoggedCalls(logged);
  }

  /** @param hasSpans there are new spans, one of which may be the run that started a sub-agent */
  private takeGrown(hasSpans: boolean): { events: TraceEvent[]; removed: RemovedEvent[] } {
    const events: TraceEvent[] = [];
    const removedEvents: RemovedEvent[] = [];
    if (hasSpans) for (const thread of this.subagents) this.changed.add(thread);
    for (const thread of this.waiting) this.changed.add(thread);
    this.waiting.clear();
    for (const thread of this.changed) {
      if (thread.runs.pending.size > 0) this.waiting.add(thread);
      if (thread.place.thread !== "") this.subagents.add(thread);
      for (const { session, role, isMain } of thread.listSessions()) {
        const grown = session.take({
          role,
          declared: isMain ? thread.declared : null,
          parentOf: (records) => (isMain ? this.findParent(records, thread) : { session: thread.id }),
        });
        for (const event of grown.events) events.push(event);
        for (const id of grown.removed) removedEvents.push({ session: session.id, id });
        this.sessions.set(session.id, session);
      }
    }
    this.changed.clear();
    return { events, removed: removedEvents };
  }

  /** The nearest tool run above a sub-agent's calls gives its parent session and the call that started it. */
  private findParent(
    records: readonly PlacedRecord[],
    { place }: ProjectedThread,
  ): { session: string; toolCallId?: string } | undefined {
    if (place.thread === "") return undefined;
    for (const record of records) {
      for (const span of this.places.above(record)) {
        const run = this.runOfSpan.get(makeSpanKey(span, span.spanId));
        if (run === undefined) continue;
        const { session, thread } = this.places.of(span);
        return {
          session: makeThreadId(session, thread),
          ...(run.callId !== undefined && { toolCallId: run.callId }),
        };
      }
    }
    return { session: place.session };
  }

  private buildNativeEvents(
    nativeEvents: readonly NativeEvent[],
    sources: Map<string, OtelRecord[]>,
  ): TraceEvent[] {
    for (const [session, mine] of groupBy(nativeEvents, ({ record }) => this.nameSession(record))) {
      sources.set(session, [...(sources.get(session) ?? []), ...mine.map(({ record }) => record)]);
      this.own.add(session, mine);
    }
    return this.own.take((session) => this.sessions.get(session)?.turnTimes() ?? []);
  }

  private nameSession(record: OtelRecord): string {
    const { session, thread } = this.places.of(record);
    return makeThreadId(session, thread);
  }
}

function nameOf({ session, thread }: RecordPlace): string {
  return `${session}\0${thread}`;
}

/** Compares records by time, then by everything else that differs, so that the order does not depend on arrival. */
function compareRecords(a: OtelRecord, b: OtelRecord): number {
  return (
    a.start - b.start ||
    compareTexts(a.spanId, b.spanId) ||
    compareTexts(a.signal, b.signal) ||
    (countAt(a.attributes, "event.sequence") ?? 0) - (countAt(b.attributes, "event.sequence") ?? 0) ||
    compareTexts(a.name, b.name) ||
    compareTexts(JSON.stringify([a.attributes, a.body]), JSON.stringify([b.attributes, b.body]))
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
