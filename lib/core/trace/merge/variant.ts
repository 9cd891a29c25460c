import type { TraceEvent } from "../event";
import type { Recording } from "../fold/recording";
import { foldRecording } from "../fold/recording";
import type { KeyedTurn } from "./keyed-turns";
import { keyTurns } from "./keyed-turns";

/** One version of a session: its events, their fold, and its turns with keys that are equal in every file. */
export interface Variant {
  readonly events: readonly TraceEvent[];
  readonly recording: Recording;
  readonly turns: readonly KeyedTurn[];
}

/** Folds the events and keys the turns, so that the variant can be compared. */
export function makeVariant(events: readonly TraceEvent[]): Variant {
  const recording = foldRecording(events);
  const turns = events.filter((event) => event.type === "turn.recorded");
  return { events, recording, turns: keyTurns(recording, turns) };
}
