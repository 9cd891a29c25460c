import type { BlockStatement, WindowStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import type { EventType } from "@/lib/core/trace/event-schema";
import { Fold } from "@/lib/core/trace/fold/fold";
import { stateAgain } from "@/lib/core/trace/fact";
import { makeTextFinder } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Session, SessionMeta, Turn } from "@/lib/core/trace/session";
import { TURN_FACTS } from "@/lib/core/trace/turn-facts";
import { NOTES_MAX } from "@/lib/core/trace/limits";
import { assert, at } from "@/lib/core/assert";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import type { ReplaySource } from "./windows/source";

type Fields<T extends EventType> = Omit<TraceEventOf<T>, "id" | "session" | "type">;

/** Records that are part of every replay. Ledgers are not: they belong to the policy that wrote them. */
const CARRIED: ReadonlySet<EventType> = new Set([
  "plan.declared",
  "plan.revised",
  "plan.step",
  "checkpoint.taken",
  "annotation.added",
]);

/**
 * Names a replayed session after its inputs. Its events are numbered. So a recording that has grown must get another
 * name, or the stored events of the shorter one would stay among those of the longer one.
 */
export function makeReplayId(
  { recording: { session } }: Pick<ReplaySource, "recording">,
  setup: unknown,
): string {
  const { meta, turns, blocks, records } = session;
  const canonical = writeCanonicalJson([
    ID_DIGITS,
    turns.length,
    blocks.length,
    records.length,
    meta.outcome,
    setup,
  ]);
  return `replay:${hashContent(`${meta.externalId}\n${canonical}`)}`;
}

/** Facts of a turn that the policy of the recording made. Another policy does its own. */
const OF_RECORDED_POLICY = { appliedEdits: null } as const satisfies Partial<Turn>;

/** What is the policy's own of a turn. Without a window it is unknown what stood there. */
interface ReplayedTurn extends Pick<Turn, "windowProvenance"> {
  readonly window: WindowStatement | undefined;
  readonly output: readonly BlockStatement[];
  readonly usage?: Fields<"turn.recorded">["usage"];
}

/** Events of the same place are ordered by id, so ids must sort as they were written. */
const ID_DIGITS = 9;

/**
 * Writes the events of a replayed session and folds them turn by turn, like any session's. So the end of a long replay
 * is not a long wait.
 */
export class ReplayWriter {
  readonly events: TraceEvent[] = [];
  readonly #texts = new Map<string, string>();
  readonly #recording: Recording;
  readonly #hashOf: (text: string) => string;
  readonly #records: Session["records"];
  /** The fold of the replayed session; `null` if an event came too late for it. Then all events are folded at the end. */
  #fold: Fold | null;
  #folded = 0;
  #recordsPut = 0;

  /** @param everything whether records of the recorded policy's own work are carried over too */
  constructor(
    { recording, hashOf }: Pick<ReplaySource, "recording" | "hashOf">,
    readonly session: string,
    private readonly everything = false,
  ) {
    this.#recording = recording;
    this.#hashOf = hashOf;
    this.#records = recording.session.records.filter(({ event }) => everything || CARRIED.has(event.type));
    this.#fold = this.#newFold();
  }

  put<T extends EventType>(type: T, fields: Fields<T>): void {
    const id = `${type}-${String(this.events.length).padStart(ID_DIGITS, "0")}`;
    this.events.push({ ...fields, id, session: this.session, type } as unknown as TraceEvent);
  }

  start(policy: { kind: string; version: string; title: string; options: unknown }, notes: string[]): void {
    const { meta } = this.#recording.session;
    const contextWindow = findRecordedWindow(meta);
    this.put("session.started", {
      ...(this.everything ? meta.started : dropTotals(meta.started)),
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
      notes: [...notes, ...meta.notes].slice(0, NOTES_MAX),
      ...(meta.model !== null && { model: meta.model }),
      ...(contextWindow !== null && { contextWindow }),
      ...(meta.budget !== null && { budget: meta.budget }),
    });
  }

  /** Puts a recorded turn with another window. Every fact that the policy does not touch is carried. */
  turn(turn: Turn, { window, output, usage, windowProvenance }: ReplayedTurn): void {
    const ownFields = { ...turn, ...(this.everything ? {} : OF_RECORDED_POLICY), windowProvenance };
    this.put("turn.recorded", {
      turn: turn.index,
      at: turn.at,
      ...stateAgain(TURN_FACTS, { ...ownFields, contextWindow: findRecordedWindow(turn) }),
      output: [...output],
      ...(window !== undefined && { window }),
      ...(usage !== undefined && { usage }),
    });
    this.#putRecords(turn.index);
    this.#takeIn();
  }

  finish(): void {
    const { meta } = this.#recording.session;
    this.#putRecords(Infinity);
    if (meta.outcome !== null)
      this.put("session.ended", { ...meta.ended, at: meta.endedAt, outcome: meta.outcome });
  }

  fold(): Recording & { readonly session: Session } {
    this.#takeIn();
    const fold = this.#fold ?? this.#newFold();
    if (this.#fold === null) assert(fold.add(this.events), "the events of a replay fold at once");
    const { calibration } = this.#recording.session;
    return { session: { ...fold.buildSession(), calibration }, textOf: makeTextFinder(this.#texts) };
  }

  #putRecords(upTo: TurnIndex): void {
    for (; this.#recordsPut < this.#records.length; this.#recordsPut++) {
      const { turn, event } = at(this.#records, this.#recordsPut);
      if (turn > upTo) return;
      const { id: _id, session: _session, type, ...fields } = event;
      this.put(type, fields as Fields<typeof type>);
    }
  }

  #takeIn(): void {
    if (this.#fold?.add(this.events.slice(this.#folded)) === false) this.#fold = null;
    this.#folded = this.events.length;
  }

  #newFold(): Fold {
    return new Fold({
      counted: () => 0,
      models: this.#recording.models,
      hashOf: this.#hashOf,
      onText: (hash, text) => this.#texts.set(hash, text),
    });
  }
}

/** The totals of a run are those of its own policy. */
function dropTotals(started: SessionMeta["started"]): Partial<SessionMeta["started"]> {
  const { reported: _reported, ...carried } = started ?? {};
  return carried;
}

/** The context window, only where the recording itself states it; else the fold of the replayed session finds it again. */
function findRecordedWindow({
  contextWindow,
  contextWindowProvenance,
}: Pick<Turn, "contextWindow" | "contextWindowProvenance">): Tokens | null {
  return contextWindowProvenance === "recorded" ? contextWindow : null;
}
