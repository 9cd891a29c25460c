import type { TurnIndex } from "../../units";
import type { TraceEvent } from "../event";
import type { Recording } from "../fold/recording";
import { recordingOf } from "../fold/recording";
import type { KeyedTurn } from "./keyed-turns";
import { keyedTurns } from "./keyed-turns";

/** One telling of a session: its events, what they fold to, and its turns by what they are recognised by. */
export interface Telling {
  readonly events: readonly TraceEvent[];
  readonly recording: Recording;
  readonly turns: readonly KeyedTurn[];
}

/** How two tellings of one session stand to each other. */
export interface SessionComparison {
  readonly stored: Telling;
  readonly fresh: Telling;
  /** The turns of the fresh telling that the stored one has, by their numbers there. */
  readonly known: ReadonlyMap<TurnIndex, KeyedTurn>;
  /** The fresh telling has every stored turn, in its place and under its id. */
  readonly covers: boolean;
  /** The stored telling has every fresh turn. */
  readonly within: boolean;
  /** Fresh turns that both have and that say something else; the last stored one may have grown and is none of them. */
  readonly differing: readonly TurnIndex[];
  /** The fresh telling begins where nothing was said yet, with a turn that the stored one does not have. */
  readonly beginsAnew: boolean;
}

/** A telling of a session. */
export function tellingOf(events: readonly TraceEvent[]): Telling {
  const recording = recordingOf(events);
  const turns = events.filter((event) => event.type === "turn.recorded");
  return { events, recording, turns: keyedTurns(recording, turns) };
}

/** Compares what is stored of a session with what another file tells of it. */
export function compareTellings(stored: Telling, fresh: Telling): SessionComparison {
  const byKey = new Map(stored.turns.map((turn) => [turn.key, turn]));
  const known = new Map<TurnIndex, KeyedTurn>();
  for (const turn of fresh.turns) {
    const match = byKey.get(turn.key);
    if (match !== undefined) known.set(turn.index, match);
  }
  const last = stored.turns.at(-1);
  const grown = fresh.turns.find(({ event }) => event.id === last?.event.id);
  if (last !== undefined && grown !== undefined && !known.has(grown.index) && hasGrown(last, grown))
    known.set(grown.index, last);
  const ids = new Map(fresh.turns.map(({ index, event }) => [index, event.id]));
  const inPlace = (turn: KeyedTurn) =>
    known.get(turn.index) === turn && ids.get(turn.index) === turn.event.id;
  const first = fresh.turns[0];
  return {
    stored,
    fresh,
    known,
    covers: stored.turns.every(inPlace),
    within: fresh.turns.every(({ index }) => known.has(index)),
    differing: fresh.turns.flatMap(({ index, content }) => {
      const match = known.get(index);
      return match === undefined || match === last || match.content === content ? [] : [index];
    }),
    beginsAnew: first !== undefined && !known.has(first.index) && !hasAnswers(fresh, first.index),
  };
}

/** Whether a call that was cut off when it was stored has its answer now, or more of it. */
function hasGrown(before: KeyedTurn, now: KeyedTurn): boolean {
  return before.window === now.window && before.output.every((block) => now.output.includes(block));
}

/** Whether a turn was given something that a model had written before it. */
function hasAnswers({ recording: { session } }: Telling, turn: TurnIndex): boolean {
  return session.residencies.some(({ block, from, to }) => {
    const stands = from <= turn && (to === null || to >= turn);
    return stands && ANSWERED.has(session.blocks[block]?.kind ?? "other");
  });
}

const ANSWERED: ReadonlySet<string> = new Set([
  "assistant_text",
  "tool_call",
  "tool_result",
  "compaction_summary",
]);
