import { writeCanonicalJson } from "../../hash";
import type { TraceEvent } from "../event";
import { nameByContent, findTextsLeftOut } from "./splice-sessions";

const NOTE_CHARS_MAX = 1_000;
const VALUE_CHARS_MAX = 200;
/** There is one of each in a session, so another one cannot stand beside it. */
const ONLY_ONE: ReadonlySet<string> = new Set(["session.started", "session.ended"]);

/**
 * What to keep of an event when a stored event has the same id and other content. The stored one stays as it
 * is. If both tell the same call, block or session, the new texts are recorded beside it. Otherwise the event
 * becomes one of its own. A note says what differs. All ids follow from the content, so the same event again
 * adds nothing.
 */
export function keepDifferingEvents(stored: TraceEvent, sent: TraceEvent): readonly TraceEvent[] {
  const turn = turnOf(sent) ?? turnOf(stored);
  const kept = isSameThing(stored, sent)
    ? findTextsLeftOut([sent], [stored]).map((event) => (turn === undefined ? event : { ...event, turn }))
    : [nameByContent(sent)];
  return [...kept, noteOf(stored, sent, turn)];
}

function isSameThing(stored: TraceEvent, sent: TraceEvent): boolean {
  if (stored.type !== sent.type) return false;
  if (stored.type === "turn.recorded" && sent.type === "turn.recorded") return stored.turn === sent.turn;
  if (stored.type === "block.recorded" && sent.type === "block.recorded")
    return stored.block.id === sent.block.id;
  return ONLY_ONE.has(sent.type);
}

function turnOf(event: TraceEvent): number | undefined {
  return "turn" in event ? (event.turn ?? undefined) : undefined;
}

function noteOf(stored: TraceEvent, sent: TraceEvent, turn: number | undefined): TraceEvent {
  const before: Readonly<Record<string, unknown>> = { ...stored };
  const fields = Object.entries(sent).flatMap(([name, value]) =>
    value === undefined || writeCanonicalJson(value) === writeCanonicalJson(before[name])
      ? []
      : [`${name} ${JSON.stringify(value).slice(0, VALUE_CHARS_MAX)}`],
  );
  const gone = Object.keys(before).filter((name) => !(name in sent));
  const differs = [...fields, ...(gone.length === 0 ? [] : [`no ${gone.join(", ")}`])].join(", ");
  const text =
    `The event ${sent.id} was sent more than once, and not alike. The other one says: ${differs}`.slice(
      0,
      NOTE_CHARS_MAX,
    );
  const note = { type: "annotation.added", id: "", session: sent.session, at: sent.at, text } as const;
  return nameByContent(turn === undefined ? note : { ...note, turn });
}
