import { z } from "zod";
import type { Turn } from "@/lib/core/trace/session";
import { TURN_FACTS } from "@/lib/core/trace/turn-facts";
import { FOUND_OF_TURN } from "@/lib/core/trace/turn-figures";
import { computeUncached, USAGE_FACTS } from "@/lib/core/trace/usage-facts";
import type { Turn as ReadTurn } from "../generated/client";
import { packBySource, unpackBySource } from "./by-source";
import { LIMIT_PROVENANCE, PROVENANCE } from "./codes";
import type { Codec } from "./stored-facts";
import { makeBag, makeBagSchema, makeStoredFacts } from "./stored-facts";
import type { TurnRow } from "./tables";
import { TURN_TABLE } from "./tables";

/** A turn with what happened at it. */
export interface TurnWithEvents {
  readonly turn: Turn;
  readonly events: TurnEvents;
}

export interface TurnEvents {
  evictions: number;
  evictedTokens: number;
  compactions: number;
}

export const NO_EVENTS: Readonly<TurnEvents> = { evictions: 0, evictedTokens: 0, compactions: 0 };

const facts = makeStoredFacts({ ...TURN_FACTS, ...FOUND_OF_TURN }, TURN_TABLE.columns);
const usageFacts = makeStoredFacts(USAGE_FACTS, TURN_TABLE.columns);

const extraSchema = makeBagSchema({ usage: z.record(z.string(), z.unknown()), output: z.array(z.int()) });

const NO_USAGE = Object.fromEntries(Object.keys(USAGE_FACTS).map((name) => [name, null])) as Record<
  keyof typeof USAGE_FACTS,
  null
>;

export const turnCodec: Codec<TurnWithEvents, TurnRow, ReadTurn> = {
  toRow({ turn, events }) {
    const { window, delta } = turn;
    const usage = turn.usage ?? NO_USAGE;
    const row = {
      turn: turn.index,
      at: turn.at,
      contextWindowProvenance: LIMIT_PROVENANCE.of(turn.contextWindowProvenance),
      windowKnown: window.known,
      windowTokens: window.tokens.value,
      provenance: PROVENANCE.of(window.tokens.provenance),
      residual: window.residual,
      entries: window.entries,
      unsized: window.unsized,
      entered: window.entered,
      left: window.left,
      changed: window.changed,
      bySource: packBySource(window.bySource),
      delta: delta.value,
      deltaProvenance: PROVENANCE.of(delta.provenance),
      modelChanged: delta.modelChanged,
      causedBy: delta.causedByTurn,
      toolCalls: turn.toolCalls,
      ...events,
      extra: makeBag({
        ...facts.toBag(turn),
        usage: usageFacts.toBag(usage),
        output: turn.output.length === 0 ? null : turn.output,
      }),
    };
    return usageFacts.addColumns(facts.addColumns(row, turn), usage);
  },
  fromRow(row) {
    const extra = extraSchema.parse(row.extra);
    const usage = usageFacts.fromRow(row, extra?.usage);
    return {
      turn: {
        index: row.turn,
        at: row.at === null ? null : Number(row.at),
        contextWindowProvenance: LIMIT_PROVENANCE.word(row.contextWindowProvenance),
        usage: Object.values(usage).every((value) => value === null)
          ? null
          : { uncached: computeUncached(usage), ...usage },
        window: {
          known: row.windowKnown,
          tokens: { value: row.windowTokens, provenance: PROVENANCE.word(row.provenance) },
          bySource: unpackBySource(row.bySource),
          residual: row.residual,
          entries: row.entries,
          unsized: row.unsized,
          entered: row.entered,
          left: row.left,
          changed: row.changed,
        },
        delta: {
          value: row.delta,
          provenance: PROVENANCE.word(row.deltaProvenance),
          modelChanged: row.modelChanged,
          causedByTurn: row.causedBy,
        },
        toolCalls: row.toolCalls,
        output: extra?.output ?? [],
        ...facts.fromRow(row, row.extra),
      },
      events: { evictions: row.evictions, evictedTokens: row.evictedTokens, compactions: row.compactions },
    };
  },
};
