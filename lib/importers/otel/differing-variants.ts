import { groupBy } from "@/lib/core/group-by";
import { writeCanonicalJson } from "@/lib/core/hash";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { nameByContent, findTextsLeftOut } from "@/lib/core/trace/merge/splice-sessions";
import type { DifferingRecord, Variants } from "./variants";

type TurnEvent = TraceEventOf<"turn.recorded">;
type Events = readonly TraceEvent[];

const NOTE_CHARS_MAX = 1_000;
/** The sessions of a record are computed again for each further variant. */
const TELLINGS_MAX = 8;

/**
 * The differing texts of variants that do not count, recorded beside their turns, and a note for each call.
 * @param project the events of a set of records
 */
export function listDifferingVariants(
  standingEvents: Events,
  { records, differing }: Variants,
  project: (records: Variants["records"]) => Events,
): TraceEvent[] {
  const beside = new Map<string, TraceEvent>();
  const before = groupBy(standingEvents, ({ session }) => session);
  const rounds = Math.min(TELLINGS_MAX, Math.max(0, ...differing.map(({ others }) => others.length)));
  for (let round = 0; round < rounds; round++) {
    const now = groupBy(project(swapVariants(records, differing, round)), ({ session }) => session);
    for (const [session, events] of now) {
      const turnsBefore = before.get(session) ?? [...before.values()][0] ?? [];
      for (const event of listDifferingEvents(turnsBefore, events))
        beside.set(`${event.session} ${event.id}`, event);
    }
  }
  return [...beside.values()];
}

function swapVariants(
  records: Variants["records"],
  differing: readonly DifferingRecord[],
  round: number,
): Variants["records"] {
  const swaps = new Map(differing.map(({ stands, others: list }) => [stands, list[round] ?? stands]));
  return records.map((record) => swaps.get(record) ?? record);
}

function listDifferingEvents(standingEvents: Events, events: Events): TraceEvent[] {
  const session = standingEvents[0]?.session;
  if (session === undefined) return [];
  const turns = new Map(listTurns(standingEvents).map((turn) => [turn.turn, turn]));
  const texts = findTextsLeftOut(events, standingEvents);
  const notes = listTurns(events).flatMap((turn): TraceEvent[] => {
    const turnBefore = turns.get(turn.turn);
    const count = texts.filter((event) => "turn" in event && event.turn === turn.turn).length;
    const facts =
      turnBefore === undefined ? selectFacts(turn) : compareFacts(selectFacts(turnBefore), selectFacts(turn));
    const differences = [
      ...Object.entries(facts).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
      ...(count > 0 ? [`${count} ${count === 1 ? "text" : "texts"} recorded beside it`] : []),
    ];
    if (differences.length === 0) return [];
    const text = `${SENT_AGAIN} ${differences.join(", ")}`.slice(0, NOTE_CHARS_MAX);
    return [nameByContent({ type: "annotation.added", id: "", session, at: null, turn: turn.turn, text })];
  });
  return [...texts, ...notes].map((event) => ({ ...event, session }));
}

const SENT_AGAIN = "This call was sent more than once under one id, and not alike. The other one says:";

function listTurns(events: Events): TurnEvent[] {
  return events.filter((event) => event.type === "turn.recorded");
}

function selectFacts({ model, stopReason, error, usage }: TurnEvent): Record<string, unknown> {
  return { model, stopReason, error, usage };
}

function compareFacts(
  before: Record<string, unknown>,
  now: Record<string, unknown>,
): Record<string, unknown> {
  const changed = Object.entries(now).filter(
    ([name, value]) => value !== undefined && writeCanonicalJson(value) !== writeCanonicalJson(before[name]),
  );
  return Object.fromEntries(changed);
}
