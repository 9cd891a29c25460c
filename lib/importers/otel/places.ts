import { idIn } from "../shared/bounds";
import type { Attributes, OtelRecord } from "./record";
import { textAt } from "./record";

/** Where a record belongs: a session, and in it a thread, which is one context window; the main thread has no name. */
export interface Place {
  readonly session: string;
  readonly thread: string;
}

/** Attributes that name a session, by how surely they do. */
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

/** The session that a record names itself, or `undefined`. */
export function statedSession({
  attributes,
  resource,
}: Pick<OtelRecord, "attributes" | "resource">): string | undefined {
  return idIn(textAt(attributes, ...SESSION_KEYS, CONVERSATION_KEY)) ?? idIn(textAt(resource, "session.id"));
}

/**
 * Tells where records belong. A record says so itself, or a span above it does, or its trace knows only one session;
 * otherwise the trace stands for the session. A span of an agent below another agent is a thread of its own.
 */
export class Places {
  private readonly spans = new Map<string, OtelRecord>();
  private readonly ofTrace = new Map<string, Set<string>>();
  private readonly mainConversation = new Map<string, string>();
  private readonly found = new Map<OtelRecord, Place>();

  constructor(records: readonly OtelRecord[]) {
    for (const record of records)
      if (record.signal === "span") this.spans.set(spanKey(record, record.spanId), record);
    for (const record of records) this.noteTrace(record);
    for (const record of [...records].sort((a, b) => a.start - b.start)) this.noteConversation(record);
  }

  of(record: OtelRecord): Place {
    const known = this.found.get(record);
    if (known !== undefined) return known;
    const session = this.sessionOf(record);
    const place = { session, thread: this.threadOf(record, session) };
    this.found.set(record, place);
    return place;
  }

  /** The spans above a record, nearest first; for a log record that begins with the span that it was written in. */
  *above(record: OtelRecord): Generator<OtelRecord> {
    let id = record.signal === "span" ? record.parentSpanId : record.spanId;
    const seen = new Set<string>();
    while (id !== "" && !seen.has(id)) {
      seen.add(id);
      const span = this.spans.get(spanKey(record, id));
      if (span === undefined) return;
      yield span;
      id = span.parentSpanId;
    }
  }

  private noteTrace(record: OtelRecord): void {
    const session = textAt(record.attributes, ...SESSION_KEYS) ?? textAt(record.attributes, CONVERSATION_KEY);
    if (record.traceId === "" || session === undefined) return;
    const names = this.ofTrace.get(record.traceId) ?? new Set();
    names.add(statedSession(record) ?? session);
    this.ofTrace.set(record.traceId, names);
  }

  /** The conversation that a session began with is its main thread, unless one has the session's own name. */
  private noteConversation(record: OtelRecord): void {
    const conversation = textAt(record.attributes, CONVERSATION_KEY);
    if (conversation === undefined) return;
    const session = this.sessionOf(record);
    if (conversation === session || !this.mainConversation.has(session))
      this.mainConversation.set(session, conversation);
  }

  private sessionOf(record: OtelRecord): string {
    for (const key of [...SESSION_KEYS, CONVERSATION_KEY]) {
      const own = key === CONVERSATION_KEY ? this.strongAbove(record) : undefined;
      const stated = own ?? idIn(textAt(record.attributes, key));
      if (stated !== undefined) return stated;
    }
    for (const span of this.above(record)) {
      const stated = statedSession(span);
      if (stated !== undefined) return stated;
    }
    const ofResource = idIn(textAt(record.resource, "session.id"));
    const only = this.ofTrace.get(record.traceId);
    if (only?.size === 1) return [...only][0] ?? "";
    return ofResource ?? `trace:${record.traceId || "none"}`;
  }

  private strongAbove(record: OtelRecord): string | undefined {
    for (const span of this.above(record)) {
      const stated = idIn(textAt(span.attributes, ...SESSION_KEYS));
      if (stated !== undefined) return stated;
    }
    return undefined;
  }

  private threadOf(record: OtelRecord, session: string): string {
    const stated = idIn(textAt(record.attributes, ...THREAD_KEYS));
    if (stated !== undefined) return stated;
    const conversation = idIn(textAt(record.attributes, CONVERSATION_KEY));
    if (
      conversation !== undefined &&
      conversation !== session &&
      conversation !== this.mainConversation.get(session)
    )
      return conversation;
    return this.nestedAgent(record);
  }

  private nestedAgent(record: OtelRecord): string {
    const agents = [record, ...this.above(record)].filter(isAgent);
    const [nearest] = agents;
    if (nearest === undefined || agents.length < 2) return "";
    return (
      idIn(textAt(nearest.attributes, "gen_ai.agent.id")) ??
      `${agentName(nearest.attributes)}-${nearest.spanId}`
    );
  }
}

function isAgent({ attributes }: OtelRecord): boolean {
  return (
    attributes["gen_ai.operation.name"] === "invoke_agent" ||
    attributes["openinference.span.kind"] === "AGENT" ||
    attributes["langfuse.observation.type"] === "agent"
  );
}

function agentName(attributes: Attributes): string {
  return idIn(textAt(attributes, "gen_ai.agent.name", "agent.name")) ?? "agent";
}

function spanKey({ traceId }: OtelRecord, spanId: string): string {
  return `${traceId} ${spanId}`;
}

/** Whether two places are one. */
export function isSamePlace(a: Place, b: Place | undefined): boolean {
  return a.session === b?.session && a.thread === b.thread;
}
