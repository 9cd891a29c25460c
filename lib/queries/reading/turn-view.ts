import type { TurnDetail, TurnPoint } from "@/lib/api/schemas/turn";
import { makeAnswerer } from "@/lib/core/trace/fact";
import { TURN_FACTS } from "@/lib/core/trace/turn-facts";
import { FOUND_OF_TURN } from "@/lib/core/trace/turn-figures";
import { USAGE_FACTS } from "@/lib/core/trace/usage-facts";
import type { TurnWithEvents } from "@/lib/db/derived/turn-rows";
import { formatIsoTime } from "./session-view";

const answerFound = makeAnswerer(FOUND_OF_TURN);
const answerTurnFacts = makeAnswerer(TURN_FACTS);

const NO_USAGE = Object.fromEntries(
  [...Object.keys(USAGE_FACTS), "uncached"].map((name) => [name, null]),
) as unknown as TurnPoint["usage"];

/** @param spikeTokens the project's threshold of a spike */
export function buildPoint({ turn, events }: TurnWithEvents, spikeTokens: number): TurnPoint {
  const { index, window, delta } = turn;
  const { known, tokens, entered: _entered, left: _left, changed: _changed, ...shown } = window;
  return {
    turn: index,
    bucket: { from: index, to: index, turns: 1 },
    at: formatIsoTime(turn.at),
    model: turn.model,
    contextWindow: turn.contextWindow,
    contextWindowProvenance: turn.contextWindowProvenance,
    windowKnown: known,
    windowTokens: tokens.value,
    provenance: tokens.provenance,
    ...shown,
    delta: delta.value,
    deltaProvenance: delta.provenance,
    modelChanged: delta.modelChanged,
    causedByTurn: delta.causedByTurn,
    usage: turn.usage ?? NO_USAGE,
    toolCalls: turn.toolCalls,
    error: turn.error,
    markers: { ...events, spike: delta.causedByTurn !== null && (delta.value ?? 0) > spikeTokens },
  };
}

export function buildDetail(stored: TurnWithEvents, spikeTokens: number): TurnDetail {
  const { bucket: _bucket, ...point } = buildPoint(stored, spikeTokens);
  return { ...point, ...answerTurnFacts(stored.turn), ...answerFound(stored.turn) };
}
