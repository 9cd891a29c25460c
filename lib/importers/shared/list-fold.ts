import { countCommonPrefix } from "@/lib/core/common-prefix";
import { isRecord } from "@/lib/core/is-record";

/**
 * What lists come to, element by element. Requests repeat what came before: a list that begins with the objects of the newest one
 * with the same first object goes on from there.
 */
export class ListFold<T, S> {
  private readonly newest = new WeakMap<object, { readonly list: readonly T[]; readonly state: S }>();

  /** @param take changes the state */
  constructor(
    private readonly begin: () => S,
    private readonly take: (state: S, element: T) => void,
  ) {}

  /** @returns the state behind the list. Lists that go on change it */
  of(list: readonly T[]): S {
    const [first] = list;
    const before = isRecord(first) ? this.newest.get(first) : undefined;
    const goesOn = before !== undefined && countCommonPrefix(before.list, list) === before.list.length;
    const state = goesOn ? before.state : this.begin();
    for (const element of goesOn ? list.slice(before.list.length) : list) this.take(state, element);
    if (isRecord(first)) this.newest.set(first, { list, state });
    return state;
  }
}
