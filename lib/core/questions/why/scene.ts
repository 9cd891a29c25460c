import type { LedgerReason } from "../../ledger/ledger-rows";
import { makeStatedReason } from "../../ledger/reason";
import type { SessionLookup } from "../../trace/lookup";
import { indexSession, listWindow } from "../../trace/lookup";
import type { Recording } from "../../trace/fold/recording";
import type { Residency } from "../../trace/session";
import type { TurnIndex } from "../../units";

export interface Exclusion {
  readonly turn: TurnIndex;
  readonly reason: LedgerReason;
  readonly text: string | null;
}

export interface LedgerCompaction {
  readonly turn: TurnIndex;
  readonly summaryId: string;
}

export interface Scene {
  readonly recording: Recording;
  readonly lookup: SessionLookup;
  readonly turn: TurnIndex;
  readonly windowKnown: boolean;
  readonly window: readonly Residency[];
  readonly positionOf: ReadonlyMap<number, number>;
  readonly exclusions: ReadonlyMap<string, Exclusion>;
  /** By the id of what was replaced, in the newest ledger up to the turn that says so. */
  readonly compactions: ReadonlyMap<string, LedgerCompaction>;
  /** By the id of what a ledger put in: the newest turn up to this one. */
  readonly inclusions: ReadonlyMap<string, TurnIndex>;
}

export function buildScene(recording: Recording, turn: TurnIndex): Scene | null {
  const lookup = indexSession(recording.session);
  const row = lookup.turnAt.get(turn);
  if (row === undefined) return null;
  const window = row.window.known ? listWindow(lookup, turn) : [];
  return {
    recording,
    lookup,
    turn,
    windowKnown: row.window.known,
    window,
    positionOf: new Map(window.map((residency, i) => [residency.block, i + 1])),
    ...indexDecisionsUntil(recording, turn),
  };
}

function indexDecisionsUntil(
  { session }: Recording,
  until: TurnIndex,
): Pick<Scene, "exclusions" | "compactions" | "inclusions"> {
  const exclusions = new Map<string, Exclusion>();
  const compactions = new Map<string, LedgerCompaction>();
  const inclusions = new Map<string, TurnIndex>();
  for (const { turn, event } of session.records) {
    if (event.type !== "context.decided" || turn > until) continue;
    for (const { sourceId, reason, text } of event.excluded)
      exclusions.set(sourceId, { turn, reason: { ...makeStatedReason(reason), turn }, text: text ?? null });
    for (const { sourceId, summaryId } of event.compactions) compactions.set(sourceId, { turn, summaryId });
    for (const { sourceId } of event.included) inclusions.set(sourceId, turn);
  }
  return { exclusions, compactions, inclusions };
}
