import { describeCause, describeHow } from "../../ledger/reason";
import type { BlockHit } from "../search/search-blocks";
import type { SessionLookup } from "../../trace/lookup";
import type { Block, Residency } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import type { FactEvent, FactLane, FactRole, FactSpan } from "./fact-line";

const ROLE_OF_KIND: Partial<Record<SourceKind, FactRole>> = {
  compaction_summary: "summary",
  state_summary: "summary",
  assistant_text: "own_words",
  thinking: "own_words",
  tool_call: "own_words",
};

/** A block that says the fact, as a lane: in which turns it stood in the window, and in which of them it showed the fact. */
export function buildLane(lookup: SessionLookup, hit: BlockHit): FactLane {
  const block = lookup.session.blocks[hit.block];
  const kind = block?.kind ?? "other";
  return {
    blockId: block?.id ?? "",
    kind,
    name: block?.label ?? block?.toolName ?? null,
    role: ROLE_OF_KIND[kind] ?? "source",
    createdTurn: block?.createdTurn ?? null,
    quote: hit.quote,
    spans: joinSpans((lookup.residencies.get(hit.block) ?? []).map((residency) => makeSpan(residency, hit))),
  };
}

function makeSpan(residency: Residency, hit: BlockHit): FactSpan {
  const shows =
    residency.mode !== "reference" && (hit.foundIn !== "content" || hit.versions.has(residency.version));
  return { from: residency.from, to: residency.to, mode: residency.mode, shows };
}

/** Neighbouring spans in which a reader sees the same are one. */
function joinSpans(spans: readonly FactSpan[]): FactSpan[] {
  const result: FactSpan[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    const alike = last?.mode === span.mode && last.shows === span.shows && last.to === span.from - 1;
    if (last !== undefined && alike) result[result.length - 1] = { ...last, to: span.to };
    else result.push(span);
  }
  return result;
}

/** What happened to the fact in this block: it entered, was shortened or summarised, left, came back. */
export function listLaneEvents(lookup: SessionLookup, hit: BlockHit, lane: FactLane): FactEvent[] {
  const block = lookup.session.blocks[hit.block];
  return [
    ...listBirthEvents(block, lane),
    ...listSpanEvents(lane),
    ...listDepartureEvents(lookup, hit, lane),
  ];
}

function listBirthEvents(block: Block | undefined, lane: FactLane): FactEvent[] {
  const { blockId, createdTurn, role, quote, spans } = lane;
  if (role === "own_words" && createdTurn !== null) {
    const kind = block?.kind === "tool_call" ? "asked_for" : "repeated";
    return [{ turn: createdTurn, kind, blockId, text: quote }];
  }
  if (spans.length > 0 || createdTurn === null) return [];
  return [{ turn: createdTurn, kind: "recorded", blockId, text: "in no window of the session" }];
}

function listSpanEvents({ blockId, role, spans }: FactLane): FactEvent[] {
  if (role === "own_words") return [];
  const readable = spans.filter((span) => span.shows);
  return readable.flatMap((span, i): FactEvent[] => {
    const before = readable[i - 1];
    if (before === undefined)
      return [{ turn: span.from, kind: "entered", blockId, text: describeMode(span) }];
    if (before.to === span.from - 1) return [];
    return [{ turn: span.from, kind: "returned", blockId, text: describeMode(span) }];
  });
}

function listDepartureEvents(lookup: SessionLookup, hit: BlockHit, lane: FactLane): FactEvent[] {
  return (lookup.departures.get(hit.block) ?? []).flatMap((eviction): FactEvent[] => {
    const showed = lane.spans.some((span) => span.shows && span.to === eviction.turn - 1);
    if (!showed) return [];
    const after = lane.spans.find((span) => span.from === eviction.turn);
    const text = `${describeHow(eviction)}: ${describeCause(eviction.cause)}`;
    const kind = after?.shows === true ? "shortened" : eviction.how === "compacted" ? "summarised" : "left";
    return [{ turn: eviction.turn, kind, blockId: lane.blockId, text }];
  });
}

function describeMode({ mode }: FactSpan): string {
  return mode === "full" ? "in full" : mode === "excerpt" ? "as an excerpt" : "as a summary";
}
