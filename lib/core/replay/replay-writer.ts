import type { WindowStatement } from "../trace/blocks-schema";
import type { TraceEvent, TraceEventOf } from "../trace/event";
import type { EventType } from "../trace/event-schema";
import { Fold } from "../trace/fold/fold";
import { textFinder } from "../trace/recording";
import type { Recording } from "../trace/recording";
import type { Session, Turn } from "../trace/session";
import { assert } from "../assert";
import type { ReplaySource } from "./source";
import type { BlockStatement } from "../trace/blocks-schema";

type Fields<T extends EventType> = Omit<TraceEventOf<T>, "id" | "session" | "type">;

/** Records of a recording that are part of every replay; ledgers belong to the policy that wrote them. */
const CARRIED: ReadonlySet<EventType> = new Set([
  "plan.declared",
  "plan.revised",
  "plan.step",
  "checkpoint.taken",
  "annotation.added",
]);

/** Writes the events of a replayed session and folds them, as any session's are. */
export class ReplayWriter {
  readonly events: TraceEvent[] = [];
  readonly #texts = new Map<string, string>();
  readonly #recording: Recording;
  readonly #hashes: ReadonlyMap<string, string>;
  #next = 0;

  constructor(
    { recording, hashes }: Pick<ReplaySource, "recording" | "hashes">,
    readonly session: string,
  ) {
    this.#recording = recording;
    this.#hashes = hashes;
  }

  put<T extends EventType>(type: T, fields: Fields<T>): void {
    const id = `${type}-${this.#next++}`;
    this.events.push({ ...fields, id, session: this.session, type } as unknown as TraceEvent);
  }

  start(policy: { kind: string; version: string; title: string; options: unknown }, notes: string[]): void {
    const { meta } = this.#recording.session;
    this.put("session.started", {
      at: meta.startedAt,
      name: `${meta.name ?? meta.externalId} under ${policy.title}`,
      role: "replay",
      parent: { session: meta.externalId },
      policy: {
        kind: policy.kind,
        version: policy.version,
        options: JSON.parse(JSON.stringify(policy.options ?? {})),
      },
      source: { format: "replay" },
      notes,
      ...(meta.agent !== null && { agent: meta.agent }),
      ...(meta.model !== null && { model: meta.model }),
      ...(meta.contextWindow !== null && { contextWindow: meta.contextWindow }),
      ...(meta.budget !== null && { budget: meta.budget }),
    });
  }

  turn(
    turn: Turn,
    window: WindowStatement | undefined,
    output: BlockStatement[],
    usage?: Fields<"turn.recorded">["usage"],
    windowProvenance: "measured" | "inferred" = "inferred",
  ): void {
    this.put("turn.recorded", {
      turn: turn.index,
      at: turn.at,
      output,
      ...(turn.id !== null && { turnId: turn.id }),
      ...(turn.endedAt !== null && { endedAt: turn.endedAt }),
      ...(turn.model !== null && { model: turn.model }),
      ...(turn.contextWindow !== null && { contextWindow: turn.contextWindow }),
      ...(turn.stopReason !== null && { stopReason: turn.stopReason }),
      ...(turn.error !== null && { error: turn.error }),
      ...(turn.phase !== null && { phase: turn.phase }),
      ...(turn.visibleTools !== null && { visibleTools: [...turn.visibleTools] }),
      ...(turn.completeness !== "complete" && { completeness: turn.completeness }),
      ...(window !== undefined && { window }),
      ...(usage !== undefined && { usage }),
      windowProvenance,
    });
  }

  /** Writes what the harness kept beside its calls, and the end, as recorded. */
  finish(everything = false): void {
    const { records, meta } = this.#recording.session;
    for (const { event } of records) {
      if (!everything && !CARRIED.has(event.type)) continue;
      const { id: _id, session: _session, type, ...fields } = event;
      this.put(type, fields as Fields<typeof type>);
    }
    if (meta.outcome !== null)
      this.put("session.ended", {
        at: meta.endedAt,
        outcome: meta.outcome,
        ...(meta.outcomeReason !== null && { reason: meta.outcomeReason }),
      });
  }

  /** The session, with the sizes that the recording's calibration gave it. */
  fold(): Recording & { readonly session: Session } {
    const fold = new Fold({
      counted: () => 0,
      hashOf: (text) => this.#hashes.get(text),
      onText: (hash, text) => this.#texts.set(hash, text),
    });
    assert(fold.add(this.events), "the events of a replay fold in order");
    const { calibration } = this.#recording.session;
    return { session: { ...fold.session(), calibration }, textOf: textFinder(this.#texts) };
  }
}
