/** A view as positions, oldest first, and a model's ranking of it. `null` is an id that no event has. */
export interface Ranking {
  readonly view: readonly number[];
  readonly head: number;
  readonly target: number;
  readonly ranked: readonly (number | null)[];
}

/**
 * The events of a view that stay. Events of the head are removed from the ranking, which is then cut to the remaining
 * room. Any room that is left goes to the newest events. An unknown or repeated id takes up room without keeping an
 * event.
 */
export function chooseEvents({ view, head, target, ranked }: Ranking): Set<number> {
  const stays = new Set(view.slice(0, head));
  const room = target - stays.size;
  const taken = ranked.filter((index) => index === null || !stays.has(index)).slice(0, room);
  const chosen = new Set(taken.filter((index) => index !== null));
  let used = taken.length;
  for (const index of view.toReversed()) {
    if (used >= room) break;
    if (chosen.has(index)) continue;
    chosen.add(index);
    used++;
  }
  for (const index of view) if (chosen.has(index)) stays.add(index);
  return stays;
}
