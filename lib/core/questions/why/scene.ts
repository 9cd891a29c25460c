import { keptLedger } from "../../ledger/ledger-of-turn";
import type { LedgerReason } from "../../ledger/ledger";
import { statedReason } from "../../ledger/reason";
import type { SessionLookup } from "../../trace/lookup";
import { lookupOf, windowAt } from "../../trace/lookup";
import type { Recording } from "../../trace/fold/recording";
import type { Residency } from "../../trace/session";
import type { TurnIndex } from "../../units";

export interface Exclusion {
  readonly turn: TurnIndex;
  readonly reason: LedgerReason;
  readonly text: string | null;
}

export interface Scene {
  readonly recording: Recording;
  readonly lookup: SessionLookup;
  readonly turn: TurnIndex;
  readonly windowKnown: boolean;
  readonly window: readonly Residency[];
  readonly positionOf: ReadonlyMap<number, number>;
  readonly exclusions: ReadonlyMap<string, Exclusion>;
  readonly compactions: ReadonlyMap<string, string>;
}

export function sceneAt(recording: Recording, turn: TurnIndex): Scene | null {
  const lookup = lookupOf(recording.session);
  const row = lookup.turnAt.get(turn);
  if (row === undefined) return null;
  const window = row.window.known ? windowAt(lookup, turn) : [];
  const kept = keptLedger(recording.session, turn);
  return {
    recording,
    lookup,
    turn,
    windowKnown: row.window.known,
    window,
    positionOf: new Map(window.map((residency, i) => [residency.block, i + 1])),
    exclusions: exclusionsUntil(recording, turn),
    compactions: new Map((kept?.compactions ?? []).map((item) => [item.sourceId, item.summaryId])),
  };
}

function exclusionsUntil({ session }: Recording, until: TurnIndex): Map<string, Exclusion> {
  const exclusions = new Map<string, Exclusion>();
  for (const { turn, event } of session.records) {
    if (event.type !== "context.decided" || turn > until) continue;
    for (const { sourceId, reason, text } of event.excluded)
      exclusions.set(sourceId, { turn, reason: { ...statedReason(reason), turn }, text: text ?? null });
  }
  return exclusions;
}
