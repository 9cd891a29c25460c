import type { Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";
import type { ResidencyIndex } from "../window/residency-index";
import { turnAt } from "../window/turn-at";

/** What two windows hold at the first place at which they differ; a number of a block, `null` where one of them has ended. */
export interface WindowDifference {
  readonly was: number | null;
  readonly is: number | null;
}

/**
 * Where the window of a turn no longer goes on as the one of an earlier turn did. What only follows is no difference. Example:
 *
 *   before  system · goal · result a · result b
 *   turn    system · goal · result b · answer      was: result a, is: result b
 *
 * @returns `null` where the earlier window stands whole at the beginning; `undefined` where one of them is unknown
 */
export function diffWindows(
  session: Session,
  standing: ResidencyIndex,
  before: TurnIndex,
  turn: TurnIndex,
): WindowDifference | null | undefined {
  if ([before, turn].some((at) => turnAt(session.turns, at)?.window.known !== true)) return undefined;
  const [old, now] = [before, turn].map((at) => standing.listWindow(at).sort((a, b) => a.rank - b.rank));
  const place = (old ?? []).findIndex((residency, n) => !isSame(residency, now?.[n]));
  if (place < 0) return null;
  return { was: old?.[place]?.block ?? null, is: now?.[place]?.block ?? null };
}

function isSame(residency: Residency, other: Residency | undefined): boolean {
  return (
    residency.block === other?.block && residency.version === other.version && residency.mode === other.mode
  );
}

/** Whether two turns offered the same tools in the same order; `null` where one of them does not say. */
export function areToolsSame({ turns }: Session, before: TurnIndex, turn: TurnIndex): boolean | null {
  const [old, now] = [before, turn].map((at) => turnAt(turns, at)?.visibleTools ?? null);
  if (old == null || now == null) return null;
  return old.length === now.length && old.every((name, n) => name === now[n]);
}

/** Whether two turns called the same model; `null` where one of them does not say. */
export function isModelSame({ turns }: Session, before: TurnIndex, turn: TurnIndex): boolean | null {
  const [old, now] = [before, turn].map((at) => turnAt(turns, at)?.model ?? null);
  return old == null || now == null ? null : old === now;
}

/** The time from the beginning of one call to that of another, in ms; `null` where one of them is unknown. */
export function measurePause({ turns }: Session, before: TurnIndex, turn: TurnIndex): number | null {
  const [began, went] = [before, turn].map((at) => turnAt(turns, at)?.at ?? null);
  return began == null || went == null ? null : went - began;
}
