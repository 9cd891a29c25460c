import type { Loose } from "./values";
import { idOf } from "./values";

/**
 * The records that lead to the last one, of a file whose records name the one before. A conversation that was taken back goes on from
 * an earlier record, so what was said in between is a branch that was left.
 *
 *     a ← b ← c ← d      after d it went on from b: branch a b e f, left c d
 *         b ← e ← f
 *
 * A record that names nobody, or one that the file does not have, goes on from the record written before it.
 */
export function splitBranches(
  records: readonly Loose[],
  keys: { readonly id: string; readonly parent: string },
): { readonly branch: readonly Loose[]; readonly left: readonly Loose[] } {
  const places = new Map<string, number>();
  const parents: number[] = [];
  for (const [place, record] of records.entries()) {
    const parent = idOf(record[keys.parent]);
    parents.push((parent === undefined ? undefined : places.get(parent)) ?? place - 1);
    const id = idOf(record[keys.id]);
    if (id !== undefined && !places.has(id)) places.set(id, place);
  }
  const stands = new Set<number>();
  for (let place = records.length - 1; place >= 0; place = parents[place] ?? -1) stands.add(place);
  return {
    branch: records.filter((_, place) => stands.has(place)),
    left: records.filter((_, place) => !stands.has(place)),
  };
}
