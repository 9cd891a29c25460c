import { addToGroup } from "@/lib/core/group-by";
import { findId } from "../shared/bounds";
import { assertInOrder } from "./belongs-earlier";
import type { Attributes, OtelRecord } from "./spans/record";
import { readTextAt } from "./spans/record";

/** A thread is one context window. The main thread has no name. */
export interface RecordPlace {
  readonly session: string;
  readonly thread: string;
}

/** The most certain first. */
const SESSION_KEYS = [
  "session.id",
  "langfuse.session.id",
  "gen_ai.session.id",
  "conversation.id",
  "traceloop.association.properties.session_id",
  "traceloop.association.properties.sessionId",
  "langsmith.metadata.session_id",
  "langsmith.metadata.thread_id",
  "langsmith.metadata.conversation_id",
  "ai.telemetry.metadata.sessionId",
  "ai.telemetry.metadata.session_id",
  "ai.settings.context.sessionId",
  "gcp.vertex.agent.session_id",
];
const CONVERSATION_KEY = "gen_ai.conversation.id";
const THREAD_KEYS = ["agent_id", "anthropic.session.thread.id"];

export function readStatedSession({
  attributes,
  resource,
}: Pick<OtelRecord, "attributes" | "resource">): string | undefined {
  return (
    findId(readTextAt(attributes, ...SESSION_KEYS, CONVERSATION_KEY)) ??
    findId(readTextAt(resource, "session.id"))
  );
}

interface Watched {
  readonly record: PlacedRecord;
  readonly place: RecordPlace;
}

interface MainConversation {
  readonly conversation: string;
  readonly since: number;
  readonly round: number;
}

export type PlacedRecord = Pick<
  OtelRecord,
  "signal" | "traceId" | "spanId" | "parentSpanId" | "start" | "end" | "name" | "attributes" | "resource"
>;

const PLACE_KEYS = [
  ...SESSION_KEYS,
  CONVERSATION_KEY,
  ...THREAD_KEYS,
  "gen_ai.operation.name",
  "openinference.span.kind",
  "langfuse.observation.type",
  "gen_ai.agent.id",
  "gen_ai.agent.name",
  "agent.name",
];

export function makePlacedRecord(record: PlacedRecord): PlacedRecord {
  const { signal, traceId, spanId, parentSpanId, start, end, name } = record;
  const attributes = pickAttributes(record.attributes, PLACE_KEYS);
  const resource = pickAttributes(record.resource, ["session.id"]);
  return { signal, traceId, spanId, parentSpanId, start, end, name, attributes, resource };
}

function pickAttributes(attributes: Attributes, keys: readonly string[]): Attributes {
  return Object.fromEntries(keys.flatMap((key) => (key in attributes ? [[key, attributes[key]]] : [])));
}

/**
 * Finds the session and the thread of each record. A record names its session itself, or a span above it does, or its trace has
 * only one session; otherwise the trace stands for the session. The span of an agent below another agent is a separate thread.
 *
 * For example, three batches of spans come, and each batch is asked about before the next one comes:
 *
 *     batch 1, trace 1: a, session.id=s1                                -> session s1
 *     batch 1, trace 1: b below a, gen_ai.operation.name=invoke_agent   -> session s1                   a names it
 *     batch 1, trace 1: c below b, gen_ai.operation.name=invoke_agent   -> session s1, thread agent-c   b is an agent, too
 *     batch 1, trace 1: d below a, gen_ai.conversation.id=k1            -> session s1                   its first conversation
 *     batch 1, trace 1: e below a, gen_ai.conversation.id=k2            -> session s1, thread k2        another conversation
 *     batch 1, trace 2: f, session.id=s2                                -> session s2
 *     batch 1, trace 2: g below x                                       -> session s2                   the only one of its trace
 *     batch 1, trace 1: j below y                                       -> session s1                   k1 and k2 are in s1
 *     batch 2, trace 3: h below i                                       -> session trace:3              nothing names one yet
 *     batch 3, trace 3: i, session.id=s3                                -> BelongsEarlier               h, written before, is of s3
 */
export class Places {
  private readonly spans = new Map<string, PlacedRecord>();
  private readonly sessionsOf = new Map<string, Set<string>>();
  private readonly conversationsOf = new Map<string, Set<string>>();
  private readonly mainConversation = new Map<string, MainConversation>();
  private readonly asked = new Set<string>();
  private round = 0;
  private readonly found = new WeakMap<PlacedRecord, RecordPlace>();
  private readonly rooted = new Set<string>();
  private readonly below = new Map<string, Watched[]>();
  private readonly undecided = new Map<string, Watched[]>();

  constructor(records: readonly OtelRecord[]) {
    this.add(records);
  }

  /**
   * @returns earlier records whose missing parents have arrived
   * @throws BelongsEarlier when a record that was asked about belongs elsewhere now
   */
  add(records: readonly OtelRecord[]): PlacedRecord[] {
    this.round++;
    const arrived: string[] = [];
    for (const record of records) {
      if (record.signal !== "span") continue;
      const key = makeSpanKey(record, record.spanId);
      this.spans.set(key, makePlacedRecord(record));
      arrived.push(key);
      if (record.parentSpanId === "") this.rooted.add(record.traceId);
    }
    const namedTraces = new Set<string>();
    for (const record of records) if (this.noteTrace(record)) namedTraces.add(record.traceId);
    for (const record of [...records].sort((a, b) => a.start - b.start)) this.noteConversation(record);
    const extended = arrived.flatMap((key) => takeList(this.below, key));
    for (const watched of [
      ...extended,
      ...[...namedTraces].flatMap((trace) => takeList(this.undecided, trace)),
    ]) {
      assertInOrder(isSamePlace(this.findPlace(watched.record), watched.place));
      this.watch(watched.record, watched.place);
    }
    for (const record of records)
      if (readTextAt(record.attributes, CONVERSATION_KEY) !== undefined) this.of(record);
    return extended.map(({ record }) => record);
  }

  of(record: PlacedRecord): RecordPlace {
    const cached = this.found.get(record);
    if (cached !== undefined) return cached;
    const place = this.findPlace(record);
    this.found.set(record, place);
    this.asked.add(place.session);
    this.watch(makePlacedRecord(record), place);
    return place;
  }

  /** A client sends the root span when the trace is over. */
  isOver(traceId: string): boolean {
    return traceId === "" || this.rooted.has(traceId);
  }

  *above(record: PlacedRecord): Generator<PlacedRecord> {
    let id = record.signal === "span" ? record.parentSpanId : record.spanId;
    const seenIds = new Set<string>();
    while (id !== "" && !seenIds.has(id)) {
      seenIds.add(id);
      const span = this.spans.get(makeSpanKey(record, id));
      if (span === undefined) return;
      yield span;
      id = span.parentSpanId;
    }
  }

  private findPlace(record: PlacedRecord): RecordPlace {
    const session = this.findSession(record);
    return { session, thread: this.findThread(record, session) };
  }

  private watch(record: PlacedRecord, place: RecordPlace): void {
    let top = record.signal === "span" ? record.parentSpanId : record.spanId;
    for (const span of this.above(record)) top = span.parentSpanId;
    if (top !== "" && !this.spans.has(makeSpanKey(record, top)))
      addToGroup(this.below, makeSpanKey(record, top), { record, place });
    if (record.traceId !== "" && !this.isDecided(record))
      addToGroup(this.undecided, record.traceId, { record, place });
  }

  /** The session follows from the record and the spans above it, whatever else its trace contains. */
  private isDecided(record: PlacedRecord): boolean {
    if (readTextAt(record.attributes, ...SESSION_KEYS, CONVERSATION_KEY) !== undefined) return true;
    for (const span of this.above(record)) if (readStatedSession(span) !== undefined) return true;
    return false;
  }

  private noteTrace(record: OtelRecord): boolean {
    const { traceId, attributes } = record;
    if (traceId === "") return false;
    const session = readTextAt(attributes, ...SESSION_KEYS);
    if (session !== undefined) return noteName(this.sessionsOf, traceId, findId(session) ?? session);
    const conversation = readTextAt(attributes, CONVERSATION_KEY);
    if (conversation === undefined) return false;
    return noteName(this.conversationsOf, traceId, findId(conversation) ?? conversation);
  }

  /** A conversation is a part of a session: it stands for one only in a trace that names none. */
  private findOnlySession(traceId: string): string | undefined {
    const names = this.sessionsOf.get(traceId) ?? this.conversationsOf.get(traceId);
    return names?.size === 1 ? [...names][0] : undefined;
  }

  /** A session's first conversation is its main thread, unless another one has the session's name. */
  private noteConversation(record: OtelRecord): void {
    const conversation = readTextAt(record.attributes, CONVERSATION_KEY);
    if (conversation === undefined) return;
    const session = this.findSession(record);
    const main = this.mainConversation.get(session);
    if (main?.conversation === session) return;
    const isLater = main !== undefined && (main.round === this.round || main.since < record.start);
    if (isLater && conversation !== session) return;
    assertInOrder(main?.conversation === conversation || !this.asked.has(session));
    this.mainConversation.set(session, { conversation, since: record.start, round: this.round });
  }

  private findSession(record: PlacedRecord): string {
    for (const key of [...SESSION_KEYS, CONVERSATION_KEY]) {
      const conversation = key === CONVERSATION_KEY ? this.findStrongAbove(record) : undefined;
      const statedId = conversation ?? findId(readTextAt(record.attributes, key));
      if (statedId !== undefined) return statedId;
    }
    for (const span of this.above(record)) {
      const statedId = readStatedSession(span);
      if (statedId !== undefined) return statedId;
    }
    const ofResource = findId(readTextAt(record.resource, "session.id"));
    return this.findOnlySession(record.traceId) ?? ofResource ?? `trace:${record.traceId || "none"}`;
  }

  private findStrongAbove(record: PlacedRecord): string | undefined {
    for (const span of this.above(record)) {
      const statedId = findId(readTextAt(span.attributes, ...SESSION_KEYS));
      if (statedId !== undefined) return statedId;
    }
    return undefined;
  }

  private findThread(record: PlacedRecord, session: string): string {
    const statedId = findId(readTextAt(record.attributes, ...THREAD_KEYS));
    if (statedId !== undefined) return statedId;
    const conversation = findId(readTextAt(record.attributes, CONVERSATION_KEY));
    if (
      conversation !== undefined &&
      conversation !== session &&
      conversation !== this.mainConversation.get(session)?.conversation
    )
      return conversation;
    return this.nameNestedAgent(record);
  }

  private nameNestedAgent(record: PlacedRecord): string {
    const agents = [record, ...this.above(record)].filter(isAgent);
    const [nearest] = agents;
    if (nearest === undefined || agents.length < 2) return "";
    return (
      findId(readTextAt(nearest.attributes, "gen_ai.agent.id")) ??
      `${readAgentName(nearest.attributes)}-${nearest.spanId}`
    );
  }
}

function isAgent({ attributes }: PlacedRecord): boolean {
  return (
    attributes["gen_ai.operation.name"] === "invoke_agent" ||
    attributes["openinference.span.kind"] === "AGENT" ||
    attributes["langfuse.observation.type"] === "agent"
  );
}

function readAgentName(attributes: Attributes): string {
  return findId(readTextAt(attributes, "gen_ai.agent.name", "agent.name")) ?? "agent";
}

export function makeSpanKey({ traceId }: Pick<OtelRecord, "traceId">, spanId: string): string {
  return `${traceId} ${spanId}`;
}

/** @returns whether the name is new there */
function noteName(names: Map<string, Set<string>>, key: string, name: string): boolean {
  const there = names.get(key);
  if (there?.has(name)) return false;
  if (there === undefined) names.set(key, new Set([name]));
  else there.add(name);
  return true;
}

function takeList<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.delete(key);
  return list;
}

export function isSamePlace(a: RecordPlace, b: RecordPlace | undefined): boolean {
  return a.session === b?.session && a.thread === b.thread;
}
