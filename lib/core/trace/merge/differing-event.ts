import { writeCanonicalJson } from "../../hash";
import type { TraceEvent } from "../event";
import { nameByContent, findTextsLeftOut } from "./splice-sessions";

const NOTE_CHARS_MAX = 1_000;
const VALUE_CHARS_MAX = 200;
/** Types of events of which a session has one each, so that another one cannot stand beside it. */
const ONLY_ONE: ReadonlySet<string> = new Set(["session.started", "session.ended"]);

/**
 * What to keep of an event when a stored event has the same id and other content. The stored one stays as it is. If both are
 * about the same call, block or session, the new texts are recorded beside it. Otherwise the event becomes one of its own. A note
 * says what differs. All ids follow from the content, so the same event again adds nothing.
 */
export function keepDifferingEvents(stored: TraceEvent, sentEvent: TraceEvent): readonly TraceEvent[] {
  const turn = turnOf(sentEvent) ?? turnOf(stored);
  const keptEvents = isSameThing(stored, sentEvent)
    ? findTextsLeftOut([sentEvent], [stored]).map((event) =>
        turn === undefined ? event : { ...event, turn },
      )
    : [nameByContent(sentEvent)];
  return [...keptEvents, noteOf(stored, sentEvent, turn)];
}

function isSameThing(stored: TraceEvent, sentEvent: TraceEvent): boolean {
  if (stored.type !== sentEvent.type) return false;
  if (stored.type === "turn.recorded" && sentEvent.type === "turn.recorded")
    return stored.turn === sentEvent.turn;
  if (stored.type === "block.recorded" && sentEvent.type === "block.recorded")
    return stored.block.id === sentEvent.block.id;
  return ONLY_ONE.has(sentEvent.type);
}

function turnOf(event: TraceEvent): number | undefined {
  return "turn" in event ? (event.turn ?? undefined) : undefined;
}

function noteOf(stored: TraceEvent, sentEvent: TraceEvent, turn: number | undefined): TraceEvent {
  const before: Readonly<Record<string, unknown>> = { ...stored };
  const fields = Object.entries(sentEvent).flatMap(([name, value]) =>
    value === undefined || writeCanonicalJson(value) === writeCanonicalJson(before[name])
      ? []
      : [`${name} ${JSON.stringify(value).slice(0, VALUE_CHARS_MAX)}`],
  );
  const goneNames = Object.keys(before).filter((name) => !(name in sentEvent));
  const differs = [...fields, ...(goneNames.length === 0 ? [] : [`no ${goneNames.join(", ")}`])].join(", ");
  const text =
    `The event ${sentEvent.id} was sent more than once, and not alike. The other one says: ${differs}`.slice(
      0,
      NOTE_CHARS_MAX,
    );
  const note = {
    type: "annotation.added",
    id: "",
    session: sentEvent.session,
    at: sentEvent.at,
    text,
  } as const;
  return nameByContent(turn === undefined ? note : { ...note, turn });
}
