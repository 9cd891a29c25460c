import { writeCanonicalJson } from "../../hash";
import type { TraceEvent } from "../event";
import type { SessionComparison } from "./compare-sessions";
import { compareVariants } from "./compare-sessions";
import { nameByContent, spliceEvents, findTextsLeftOut } from "./splice-sessions";
import { makeVariant } from "./variant";

export interface JoinedVariant {
  /**
   * The first call that is not stored, if the variant is of another session with the same name; else `null`.
   */
  readonly other: string | null;
  /** The events to store. They replace stored ones only with the same, or with more of it. */
  readonly events: readonly TraceEvent[];
  /** The number of things in which the two variants differ. Both versions are kept. */
  readonly differing: number;
  readonly added: number;
}

/**
 * Joins a variant of a session to the stored one. The same variant again adds nothing. A longer variant replaces the
 * shorter one. Calls that are not stored yet are added beside those that are. What differs is kept beside what is stored.
 * @param isGuessed the source does not name the session: then other calls under its name are another session
 */
export function joinVariant(
  stored: readonly TraceEvent[],
  events: readonly TraceEvent[],
  isGuessed: boolean,
): JoinedVariant {
  const comparison = compareVariants(makeVariant(stored), makeVariant(events));
  const { covers, within, differing, beginsAnew, hasAlike, fresh, known } = comparison;
  const hasTurns = stored.some(({ type }) => type === "turn.recorded");
  if (covers && differing.length === 0 && hasTurns) return extendVariant(comparison);
  const isApart = !within && !covers && (known.size > 0 || beginsAnew);
  if (isGuessed && (isApart || hasAlike)) {
    const first = fresh.turns.find(({ index }) => !known.has(index)) ?? fresh.turns[0];
    return { other: first?.content ?? "", events: [], differing: 0, added: 0 };
  }
  return {
    other: null,
    events: spliceEvents(comparison),
    differing: differing.length,
    added: hasTurns ? fresh.turns.length - known.size : 0,
  };
}

/** Extends the stored variant. Events that a longer variant would replace with other content stay. */
function extendVariant(comparison: SessionComparison): JoinedVariant {
  const storedTexts = new Map(
    comparison.stored.events
      .filter(({ type }) => STATED_ONCE.has(type))
      .map((event) => [event.id, writeCanonicalJson(event)]),
  );
  let renamed = 0;
  const events = comparison.fresh.events.map((event) => {
    const before = storedTexts.get(event.id);
    if (before === undefined || before === writeCanonicalJson(event)) return event;
    renamed++;
    return nameByContent(event);
  });
  const leftOut = findTextsLeftOut(comparison.stored.events, comparison.fresh.events);
  return { other: null, events: [...events, ...leftOut], differing: renamed + leftOut.length, added: 0 };
}

/** Events that state one thing at one moment. Another one with the same id is another statement. */
const STATED_ONCE: ReadonlySet<TraceEvent["type"]> = new Set([
  "annotation.added",
  "context.decided",
  "step.validated",
  "checkpoint.taken",
  "gate.checked",
  "session.restarted",
]);
