import type { MatchLevel } from "../search/needle";
import type { TurnIndex } from "../../units";
import type { Mode, SourceKind } from "../../vocabulary";

/** How a block relates to a fact: it is the source, a summary of the source, or the model's own words. */
export const FACT_ROLES = ["source", "summary", "own_words"] as const;
export type FactRole = (typeof FACT_ROLES)[number];

export const FACT_EVENTS = [
  "recorded",
  "entered",
  "returned",
  "shortened",
  "left",
  "summarised",
  "excluded",
  "repeated",
  "asked_for",
  "needed",
] as const;
export type FactEventKind = (typeof FACT_EVENTS)[number];

/** A run of turns in which a block stood in the window; `shows` tells whether the fact could be read there. */
export interface FactSpan {
  readonly from: TurnIndex;
  readonly to: TurnIndex | null;
  readonly mode: Mode;
  readonly shows: boolean;
}

export interface FactLane {
  readonly blockId: string;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly role: FactRole;
  readonly createdTurn: TurnIndex | null;
  readonly quote: string;
  readonly spans: readonly FactSpan[];
}

export interface FactEvent {
  readonly turn: TurnIndex;
  readonly kind: FactEventKind;
  readonly blockId: string | null;
  readonly text: string;
}

/** A run of turns with the best way in which the fact could be read; `gone` if it could not be read. */
export interface FactRun {
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  readonly state: "full" | "part" | "summary" | "own_words" | "gone";
}

export interface FactLine {
  readonly query: string;
  readonly level: MatchLevel | null;
  readonly firstTurn: TurnIndex | null;
  readonly lastTurn: TurnIndex | null;
  readonly runs: readonly FactRun[];
  readonly lanes: readonly FactLane[];
  readonly lanesTotal: number;
  readonly events: readonly FactEvent[];
  readonly eventsTotal: number;
}
