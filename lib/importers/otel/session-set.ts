import { contentHash } from "@/lib/core/hash";
import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SessionRole } from "@/lib/core/vocabulary";
import { idIn, nameIn } from "../shared/bounds";
import { titleOf } from "../shared/titles";
import type { Call } from "./calls";
import { dialectOf } from "./dialects";
import type { Fact, OwnEvent, ReportedEdit, SessionFact, ToolRun } from "./facts";
import { groupBy, ofType } from "./grouping";
import { lineagesOf } from "./lineages";
import { ownEvents } from "./own-events";
import type { Places } from "./places";
import { isSamePlace } from "./places";
import type { OtelRecord } from "./record";
import { readingOf } from "./usage";
import { mergedRuns } from "./tool-runs";
import type { Written } from "./write-lineage";
import { instant, writeLineage } from "./write-lineage";

/** The sessions of a projection, written thread by thread. */
export class SessionSet {
  readonly events: TraceEvent[] = [];
  readonly sources = new Map<string, OtelRecord[]>();
  private readonly runs: readonly ToolRun[];
  private readonly edits: readonly ReportedEdit[];
  private readonly told: readonly SessionFact[];
  private readonly own: readonly OwnEvent[];
  private readonly runOfSpan: ReadonlyMap<OtelRecord, ToolRun>;

  constructor(
    facts: readonly Fact[],
    private readonly places: Places,
  ) {
    this.runs = mergedRuns(ofType(facts, "tool"), places);
    this.edits = ofType(facts, "edit");
    this.told = ofType(facts, "session");
    this.own = ofType(facts, "own");
    this.runOfSpan = new Map(ofType(facts, "tool").map((run) => [run.record, run]));
  }

  /** Writes the sessions of one thread: its main lineage, and each call or lineage that stands beside it. */
  writeThread(calls: readonly Call[]): void {
    const [first] = calls;
    if (first === undefined) return;
    const { session, thread } = first.place;
    const id = threadId(session, thread);
    const [main, ...beside] = lineagesOf(calls.filter((call) => call.side === undefined));
    if (main !== undefined) this.write(id, main.calls, thread === "" ? "main" : "subagent", true);
    const named = new Map<string, number>();
    for (const lineage of beside) {
      const stem = `${id}/side-${contentHash(lineage.opening).slice(0, 8)}`;
      const count = (named.get(stem) ?? 0) + 1;
      named.set(stem, count);
      this.write(
        count === 1 ? stem : `${stem}-${count}`,
        lineage.calls,
        lineage.usesTools ? "subagent" : "side",
        false,
        id,
      );
    }
    const side = calls.filter((call) => call.side !== undefined);
    for (const [name, group] of groupBy(side, (call) => call.side ?? ""))
      this.write(`${id}/${name}`, group, "side", false, id);
  }

  /** Writes events of the program's own vocabulary to the sessions that they name. */
  writeOwn(): void {
    for (const [session, events] of groupBy(this.own, (event) => this.sessionOfOwn(event))) {
      this.source(
        session,
        events.map((event) => event.record),
      );
      this.events.push(...ownEvents(session, events, this.events));
    }
  }

  private source(session: string, records: readonly OtelRecord[]): void {
    this.sources.set(session, [...(this.sources.get(session) ?? []), ...records]);
  }

  private sessionOfOwn({ record }: OwnEvent): string {
    const { session, thread } = this.places.of(record);
    return threadId(session, thread);
  }

  private write(
    id: string,
    calls: readonly Call[],
    role: SessionRole,
    isMain: boolean,
    parent?: string,
  ): void {
    const writer = new SessionWriter(id);
    this.source(
      id,
      calls.flatMap((call) => call.parts.map((part) => part.record)),
    );
    const place = calls[0]?.place;
    const mine = <T extends { record: OtelRecord }>(facts: readonly T[]): T[] =>
      isMain ? facts.filter(({ record }) => isSamePlace(this.places.of(record), place)) : [];
    const told = mine(this.told);
    const written = writeLineage(writer, calls, {
      edits: mine(this.edits),
      runs: mine(this.runs),
      memories: new Set(this.told.flatMap((fact) => fact.memory?.trim() ?? [])),
      contextWindow: told.findLast((fact) => fact.contextWindow !== undefined)?.contextWindow,
    });
    const turns = writer.take();
    this.start(writer, {
      calls,
      role,
      told,
      written,
      parent: parent === undefined ? this.parentOf(calls, role) : { session: parent },
    });
    this.events.push(...writer.take(), ...turns);
  }

  private start(
    writer: SessionWriter,
    {
      calls,
      role,
      told,
      written,
      parent,
    }: {
      calls: readonly Call[];
      role: SessionRole;
      told: readonly SessionFact[];
      written: Written;
      parent: { session: string; toolCallId?: string } | undefined;
    },
  ): void {
    const [record] = calls[0]?.parts.map((part) => part.record) ?? [];
    const dialect = record === undefined ? undefined : dialectOf(record);
    const goal = titleOf(told.find((fact) => fact.name !== undefined)?.name ?? openingOf(calls));
    const agent = told.find((fact) => fact.agent !== undefined)?.agent;
    const model = calls.find((call) => call.model !== undefined)?.model;
    const contextWindow = told.findLast((fact) => fact.contextWindow !== undefined)?.contextWindow;
    writer.write("session.started", {
      at: instant(calls[0]?.at ?? 0),
      role,
      source: { format: dialect?.id ?? "otel" },
      ...(goal !== undefined && { name: goal }),
      ...(agent !== undefined && { agent: nameIn(agent) ?? agent }),
      ...(model !== undefined && { model }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(parent !== undefined && { parent }),
      notes: [...notesOf(written), ...[readingOf(calls)].flatMap((note) => note ?? [])],
    });
  }

  /** The session that a sub-agent belongs to and the call that started it: the nearest run of a tool above its calls. */
  private parentOf(
    calls: readonly Call[],
    role: SessionRole,
  ): { session: string; toolCallId?: string } | undefined {
    if (role !== "subagent") return undefined;
    for (const { record } of calls.flatMap((call) => call.parts)) {
      for (const span of this.places.above(record)) {
        const run = this.runOfSpan.get(span);
        if (run === undefined) continue;
        const { session, thread } = this.places.of(span);
        return {
          session: threadId(session, thread),
          ...(run.callId !== undefined && { toolCallId: run.callId }),
        };
      }
    }
    const session = calls[0]?.place.session;
    return session === undefined ? undefined : { session };
  }
}

const NOTES: Readonly<Record<string, string>> = {
  delta: "Requests hold only what is new; each window was rebuilt from the call before it.",
  aliased:
    "Requests were written down after the run had gone on; each window was cut where the call's own answer stands.",
  unknown: "Some calls were sent without their messages: their windows are known by their totals only.",
};

function notesOf({ modes, editsApplied }: Written): string[] {
  const notes = Object.keys(NOTES).flatMap((mode) => (modes.has(mode as never) ? [NOTES[mode] ?? ""] : []));
  if (editsApplied)
    notes.push(
      "The provider edited requests before the model saw them. The windows are those that the model saw; the requests held everything.",
    );
  return notes;
}

function openingOf(calls: readonly Call[]): string | undefined {
  const first = calls.find((call) => call.messages !== undefined);
  const items = first?.messages?.flatMap((message) => message.items) ?? [];
  return items.find((item) => item.kind === "user_message")?.content;
}

/** The id of the session of a thread: that of the conversation for its main one. */
export function threadId(session: string, thread: string): string {
  return thread === "" ? session : (idIn(`${session}/${thread}`) ?? session);
}
