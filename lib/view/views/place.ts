import type { SharedViewId } from "./index";
import { isShared, findViewAt, findView } from "./index";
import { askSession, askTurns } from "./reads";
import type { ReadScope, SessionApiRead } from "./view";

export interface ViewPlace {
  readonly view: SharedViewId;
  readonly of: string;
  readonly search: string;
}

/** One answer that a view is drawn from. One with a name is given to its page; the page fetches the others. */
export interface ViewRead {
  readonly name: string | null;
  readonly read: SessionApiRead;
}

/**
 * The place of a page below `/sessions/{id}`; `null` for a page that cannot be shared.
 * @param path the part of the address after the session, such as `/turns/12`
 * @param search the query of the address; unknown parameters are dropped
 */
export function findViewPlace(path: string, search: string): ViewPlace | null {
  const at = findViewAt(path);
  if (at === null || !isShared(at.view)) return null;
  const { id, params, share } = at.view;
  const names = new Set(Object.keys(params).filter((name) => share.drops?.includes(name) !== true));
  const keptParameters = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => names.has(name)),
  );
  if (share.isAsked?.(at.of, keptParameters) === false) return null;
  return { view: id, of: at.of, search: keptParameters.toString() };
}

/**
 * All reads of a shared view in its state. The session and its share give the same list in the same order; only the ids
 * differ. So one list says what to freeze, and the other says where the share finds it.
 */
export function listViewReads(
  { view, of, search }: ViewPlace,
  sessionId: string,
  facts: ReadScope,
): ViewRead[] {
  const readScope = { sessionId, of, search: new URLSearchParams(search), facts };
  const { reads, share } = findView(view);
  const namedReads = { session: askSession(sessionId), turns: askTurns(sessionId), ...reads(readScope) };
  return [
    ...Object.entries(namedReads).map(([name, read]) => ({ name, read })),
    ...(share?.details?.(readScope) ?? []).map((read) => ({ name: null, read })),
  ];
}

/** The same place with every text changed. A list is changed item by item, because each item is a name of its own. */
export function mapPlaceTexts(
  place: ViewPlace,
  change: (text: string, place: string) => string,
  rename: (id: string) => string,
): ViewPlace {
  const { share, of } = findView(place.view);
  const parameters = [...new URLSearchParams(place.search)].map(([name, value]): [string, string] => {
    const at = `the ${name} of the view's address`;
    if (name === "run") return [name, rename(value)];
    if (share?.lists?.includes(name) === true)
      return [
        name,
        value
          .split(",")
          .map((item) => change(item, at))
          .join(","),
      ];
    return [name, share?.texts?.includes(name) === true ? change(value, at) : value];
  });
  const subject = of === "block" ? change(place.of, "the block of the view") : place.of;
  return { ...place, of: subject, search: new URLSearchParams(parameters).toString() };
}
