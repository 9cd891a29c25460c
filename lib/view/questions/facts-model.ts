import type {
  FactEvent,
  FactEventKind,
  FactLane,
  FactLine,
  FactRun,
} from "@/lib/core/questions/facts/fact-line";
import type { MatchLevel } from "@/lib/core/questions/search/needle";
import { addToGroup } from "@/lib/core/group-by";
import { count, plural } from "../format/format";
import { pickKindColor, labelKind } from "../chart/palette";
import { revealText } from "../format/trace-text";
import { describeMode } from "../turn/turn-model";
import { makeBlockHref, turnHref, makeWhyHref } from "./links";

/** Positions are shares of the session, 0 to 1. */
export interface FactSegment {
  readonly start: number;
  readonly end: number;
  readonly state: FactRun["state"] | "hidden";
  readonly label: string;
}

export interface FactLaneRow {
  readonly key: string;
  readonly name: string;
  readonly role: string;
  readonly color: string;
  readonly href: string;
  readonly quote: string;
  readonly segments: readonly FactSegment[];
  readonly words: string;
}

export interface FactEventRow {
  readonly key: string;
  readonly turn: number;
  readonly turnHref: string;
  readonly words: string;
  readonly isLoss: boolean;
  readonly text: string;
  readonly block: { readonly name: string; readonly href: string } | null;
  readonly why: string;
}

/** What happened at one turn in one way, to a block or to many. */
export interface FactStep {
  readonly key: string;
  readonly events: readonly FactEventRow[];
}

export interface FactsModel {
  readonly found: boolean;
  readonly summary: string;
  readonly caveat: string | null;
  readonly runs: readonly FactSegment[];
  readonly lanes: readonly FactLaneRow[];
  readonly moreLanes: string | null;
  /** Where the text stood and stopped standing: it came in, it left, it was needed. */
  readonly steps: readonly FactStep[];
  /** Where it was merely said once more. */
  readonly mentions: readonly FactEventRow[];
  readonly moreEvents: string | null;
  readonly firstTurn: number;
  readonly lastTurn: number;
}

const STATE_WORDS: Record<FactRun["state"], string> = {
  full: "in the window",
  part: "in the window, in part of its source",
  summary: "only in a summary",
  own_words: "only in the model's own words",
  gone: "not in the window",
};

export const FACT_LEGEND: readonly { readonly state: FactRun["state"]; readonly label: string }[] = [
  { state: "full", label: "source in full" },
  { state: "part", label: "source in part" },
  { state: "summary", label: "summary only" },
  { state: "own_words", label: "model's own words only" },
  { state: "gone", label: "not in the window" },
];

export function buildFactsModel(sessionId: string, line: FactLine): FactsModel {
  const [first, last] = [line.firstTurn ?? 0, line.lastTurn ?? 0];
  const place = makePlacer(first, last);
  const names = new Map(line.lanes.map((lane) => [lane.blockId, nameOf(lane)]));
  return {
    found: line.level !== null,
    summary: writeSummary(line),
    caveat: findCaveat(line.level),
    runs: line.runs.map(({ from, to, state }) => ({
      ...place(from, to),
      state,
      label: `${describeTurns(from, to)}: ${STATE_WORDS[state]}`,
    })),
    lanes: line.lanes.map((lane, i) => makeLaneRow(sessionId, lane, i, place, last)),
    moreLanes: describeMore(line.lanes.length, line.lanesTotal, "block"),
    ...sortEvents(line.events, ({ turn, kind, blockId, text }, i) => ({
      key: `${i}`,
      turn,
      turnHref: turnHref(sessionId, turn),
      words: EVENT_WORDS[kind],
      isLoss: LOSSES.has(kind),
      text: revealText(text),
      block:
        blockId === null
          ? null
          : {
              name: names.get(blockId) ?? revealText(blockId),
              href: makeBlockHref(sessionId, blockId),
            },
      why: makeWhyHref(sessionId, turn, { q: line.query }),
    })),
    moreEvents: describeMore(line.events.length, line.eventsTotal, "event"),
    firstTurn: first,
    lastTurn: last,
  };
}

const EVENT_WORDS: Record<FactEventKind, string> = {
  recorded: "recorded outside the window",
  entered: "entered",
  returned: "came back",
  shortened: "shortened, still says it",
  left: "left",
  summarised: "summarised",
  excluded: "left out by the ledger",
  repeated: "repeated by the model",
  asked_for: "written into a tool call",
  needed: "needed by a plan step",
};

/** After it came in once, another entry is a mention, as is what the model writes itself. */
const MENTIONS: ReadonlySet<FactEventKind> = new Set(["entered", "repeated", "asked_for"]);

function sortEvents(
  events: readonly FactEvent[],
  makeRow: (event: FactEvent, index: number) => FactEventRow,
): Pick<FactsModel, "steps" | "mentions"> {
  const first = events.findIndex(({ kind }) => kind === "entered");
  const steps = new Map<string, FactEventRow[]>();
  const mentions: FactEventRow[] = [];
  for (const [i, event] of events.entries())
    if (MENTIONS.has(event.kind) && i !== first) mentions.push(makeRow(event, i));
    else addToGroup(steps, `${event.turn} ${event.kind}`, makeRow(event, i));
  return { steps: [...steps].map(([key, rows]) => ({ key, events: rows })), mentions };
}

const ROLE_WORDS: Record<FactLane["role"], string> = {
  source: "source",
  summary: "summary",
  own_words: "own words",
};

const LOSSES: ReadonlySet<FactEventKind> = new Set(["left", "summarised", "shortened", "excluded"]);

function describeRole({ role, spans, createdTurn }: FactLane): string {
  const turn = spans[0]?.from ?? createdTurn;
  return turn === null ? ROLE_WORDS[role] : `${ROLE_WORDS[role]}, turn ${turn}`;
}

type Place = (from: number, to: number) => { start: number; end: number };

function makePlacer(first: number, last: number): Place {
  const span = last - first + 1;
  return (from, to) => ({ start: (from - first) / span, end: (to - first + 1) / span });
}

function makeLaneRow(
  sessionId: string,
  lane: FactLane,
  index: number,
  place: Place,
  last: number,
): FactLaneRow {
  const segments = lane.spans.map((span): FactSegment => {
    const to = span.to ?? last;
    const shown = span.shows ? describeMode(span.mode) : "without the text";
    return {
      ...place(span.from, to),
      state: span.shows
        ? lane.role === "source"
          ? span.mode === "full"
            ? "full"
            : "part"
          : lane.role
        : "hidden",
      label: `${describeTurns(span.from, to)}${span.to === null ? " (still there)" : ""}: ${shown}`,
    };
  });
  return {
    key: `${index} ${lane.blockId}`,
    name: nameOf(lane),
    role: describeRole(lane),
    color: pickKindColor(lane.kind),
    href: makeBlockHref(sessionId, lane.blockId),
    quote: revealText(lane.quote),
    segments,
    words: segments.length === 0 ? "in no window" : segments.map(({ label }) => label).join("; "),
  };
}

function nameOf({ name, kind }: FactLane): string {
  return name === null ? labelKind(kind) : revealText(name);
}

function describeTurns(from: number, to: number): string {
  return from === to ? `turn ${from}` : `turns ${from} to ${to}`;
}

function describeMore(shown: number, total: number, what: string): string | null {
  return shown < total ? `The first ${count(shown)} of ${plural(total, what)} are listed.` : null;
}

function findCaveat(level: MatchLevel | null): string | null {
  if (level === "loose") return "Found with another case or other white space than asked for.";
  if (level === "words")
    return "The text is nowhere as it was asked for; these places hold all of its words.";
  return null;
}

function writeSummary({ level, runs, lanesTotal, lastTurn }: FactLine): string {
  if (level === null) return "It is nowhere in this session.";
  const readable = runs.filter(({ state }) => state !== "gone");
  const [first] = readable;
  const where = `It is in ${plural(lanesTotal, "block")}`;
  if (first === undefined) return `${where}, and was in no window of the session.`;
  const losses = runs.filter(({ state, from }) => state === "gone" && from > first.from).length;
  const now = runs.at(-1);
  const end = now === undefined ? "" : ` At turn ${lastTurn ?? now.to} it is ${STATE_WORDS[now.state]}.`;
  return `${where}. It entered at turn ${first.from}${losses === 0 ? " and never left" : `, and was gone ${plural(losses, "time")}`}.${end}`;
}
