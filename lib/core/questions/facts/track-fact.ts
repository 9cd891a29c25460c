import { searchBlocks } from "../search/search-blocks";
import type { SessionLookup } from "../../trace/lookup";
import { indexSession } from "../../trace/lookup";
import type { Recording } from "../../trace/fold/recording";
import type { FactEvent, FactLane, FactLine, FactRole } from "./fact-line";
import { listLaneEvents, buildLane } from "./lanes";
import { computeFactRuns } from "./runs";

export const FACT_LANES_MAX = 200;
export const FACT_EVENTS_MAX = 1_000;

const ROLE_ORDER: Record<FactRole, number> = { source: 0, summary: 1, own_words: 2 };

/**
 * The history of a text in a session's windows: where it entered, was shortened, left and returned, which summary still
 * states it, and where the model repeated it or asked for it. Linear in the session's text. The runs count every block;
 * the lists are cut at their limits and say how long they would be.
 */
export function trackFact(recording: Recording, query: string): FactLine {
  const lookup = indexSession(recording.session);
  const [first, last] = [
    recording.session.turns[0]?.index ?? null,
    recording.session.turns.at(-1)?.index ?? null,
  ];
  const search = searchBlocks(recording, query);
  const lanes = (search?.hits ?? []).map((hit) => ({ hit, lane: buildLane(lookup, hit) }));
  lanes.sort(
    (a, b) => ROLE_ORDER[a.lane.role] - ROLE_ORDER[b.lane.role] || getBirth(a.lane) - getBirth(b.lane),
  );
  const events = [
    ...lanes.flatMap(({ hit, lane }) => listLaneEvents(lookup, hit, lane)),
    ...listNeeds(
      lookup,
      lanes.map(({ lane }) => lane),
    ),
    ...listExclusions(
      lookup,
      lanes.map(({ lane }) => lane),
    ),
  ].sort((a, b) => a.turn - b.turn);
  const factLanes = lanes.map(({ lane }) => lane);
  return {
    query,
    level: search?.level ?? null,
    firstTurn: first,
    lastTurn: last,
    runs: search === null || first === null || last === null ? [] : computeFactRuns(factLanes, first, last),
    lanes: factLanes.slice(0, FACT_LANES_MAX),
    lanesTotal: factLanes.length,
    events: events.slice(0, FACT_EVENTS_MAX),
    eventsTotal: events.length,
  };
}

function getBirth({ createdTurn, spans }: FactLane): number {
  return spans[0]?.from ?? createdTurn ?? -1;
}

/** Turns whose ledger left one of the blocks out. Consecutive turns with the same reason make one event. */
function listExclusions({ session }: SessionLookup, lanes: readonly FactLane[]): FactEvent[] {
  const ids = new Set(lanes.map(({ blockId }) => blockId));
  const byKey = new Map<string, string>();
  return session.records.flatMap(({ turn, event }): FactEvent[] => {
    if (event.type !== "context.decided") return [];
    for (const { sourceId } of event.included) byKey.delete(sourceId);
    return event.excluded.flatMap(({ sourceId, reason }): FactEvent[] => {
      if (!ids.has(sourceId) || byKey.get(sourceId) === reason) return [];
      byKey.set(sourceId, reason);
      return [{ turn, kind: "excluded", blockId: sourceId, text: reason }];
    });
  });
}

function listNeeds({ session, blockOf }: SessionLookup, lanes: readonly FactLane[]): FactEvent[] {
  const ids = new Set(lanes.flatMap(({ blockId }) => [blockId, getCallId(blockId)]));
  const neededSources = new Map<string, { source: string; text: string }>();
  function getCallId(blockId: string): string {
    return session.blocks[blockOf.get(blockId) ?? -1]?.toolCallId ?? blockId;
  }
  return session.records.flatMap(({ turn, event }): FactEvent[] => {
    if (event.type === "plan.declared" || event.type === "plan.revised") {
      for (const step of event.steps) {
        const source = step.dependsOn?.find((id) => ids.has(id));
        if (source !== undefined) neededSources.set(step.id, { source, text: step.text });
      }
      return [];
    }
    const need =
      event.type === "plan.step" && event.status === "started" ? neededSources.get(event.step) : undefined;
    if (need === undefined) return [];
    return [
      { turn, kind: "needed", blockId: blockOf.has(need.source) ? need.source : null, text: need.text },
    ];
  });
}
