import { canonicalJson } from "../../hash";
import type { TraceEvent } from "../event";
import type { SessionComparison } from "./compare-sessions";
import { compareTellings } from "./compare-sessions";
import { namedByContent, splicedEvents, textsLeftOut } from "./splice-sessions";
import { tellingOf } from "./telling";

/** What another telling of a stored session comes to. */
export interface JoinedTelling {
  /** It is about another session, which has only the name of the stored one: its first call that is not stored. */
  readonly other: string | null;
  /** The events to write. They replace stored ones only with the same, or with more of it. */
  readonly events: readonly TraceEvent[];
  /** How many things both tell, and not alike: both are kept. */
  readonly differing: number;
  /** How many calls the stored session did not have, where it does not simply go on. */
  readonly added: number;
}

/**
 * Joins a telling of a session with the stored one. The same again adds nothing, a longer telling takes the place of the
 * shorter, calls that are not stored yet come in beside those that are, and what differs is kept beside what is stored.
 * @param isGuessed whether the source does not name the session: then other calls under its name are another session
 */
export function joinTelling(
  stored: readonly TraceEvent[],
  events: readonly TraceEvent[],
  isGuessed: boolean,
): JoinedTelling {
  const comparison = compareTellings(tellingOf(stored), tellingOf(events));
  const { covers, within, differing, beginsAnew, hasAlike, fresh, known } = comparison;
  const hasTurns = stored.some(({ type }) => type === "turn.recorded");
  if (covers && differing.length === 0 && hasTurns) return extended(comparison);
  const isApart = !within && !covers && (known.size > 0 || beginsAnew);
  if (isGuessed && (isApart || hasAlike)) {
    const first = fresh.turns.find(({ index }) => !known.has(index)) ?? fresh.turns[0];
    return { other: first?.content ?? "", events: [], differing: 0, added: 0 };
  }
  return {
    other: null,
    events: splicedEvents(comparison),
    differing: differing.length,
    added: hasTurns ? fresh.turns.length - known.size : 0,
  };
}

/** The events of a longer telling. What it would replace by something else stays. */
function extended(comparison: SessionComparison): JoinedTelling {
  const said = new Map(
    comparison.stored.events
      .filter(({ type }) => STATED_ONCE.has(type))
      .map((event) => [event.id, canonicalJson(event)]),
  );
  let renamed = 0;
  const events = comparison.fresh.events.map((event) => {
    const before = said.get(event.id);
    if (before === undefined || before === canonicalJson(event)) return event;
    renamed++;
    return namedByContent(event);
  });
  const leftOut = textsLeftOut(comparison.stored.events, comparison.fresh.events);
  return { other: null, events: [...events, ...leftOut], differing: renamed + leftOut.length, added: 0 };
}

/** Events that say one thing at one moment: another one of the same id is another statement. */
const STATED_ONCE: ReadonlySet<TraceEvent["type"]> = new Set([
  "annotation.added",
  "context.decided",
  "step.validated",
  "checkpoint.taken",
  "gate.checked",
  "session.restarted",
]);
