import type { SharedViewId } from "./index";
import { isShared, viewAt, viewOf } from "./index";
import { sessionRead, turnsRead } from "./reads";
import type { ReadFacts, ViewRead } from "./view";
import { named } from "./view";

/** Where somebody looks: a view, whose turn or block where it has one, and its state as the address has it. */
export interface ViewPlace {
  readonly view: SharedViewId;
  /** The turn of a turn's page, the block of a block's; empty elsewhere. */
  readonly of: string;
  readonly search: string;
}

/**
 * What a page below `/sessions/{id}` shows; `null` for a page that has no view to share.
 * @param path what follows the session in the address, such as `/turns/12`
 * @param search the query of the address; what the view does not know of it is dropped
 */
export function placeOf(path: string, search: string): ViewPlace | null {
  const at = viewAt(path);
  if (at === null || !isShared(at.view) || at.view.share === null) return null;
  const { id, params, share } = at.view;
  const names = new Set(Object.keys(params).filter((name) => share.drops?.includes(name) !== true));
  const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => names.has(name)));
  if (share.isAsked?.(at.of, kept) === false) return null;
  return { view: id, of: at.of, search: kept.toString() };
}

/**
 * Everything that a view in its state reads. The same list in the same order for the session itself and for what is
 * behind a link, where the names are others: so the first says what to freeze, the second where it is looked up.
 */
export function readsOf({ view, of, search }: ViewPlace, sessionId: string, facts: ReadFacts): ViewRead[] {
  const asked = { sessionId, of, search: new URLSearchParams(search), facts };
  return [
    named("session", sessionRead(sessionId)),
    named("turns", turnsRead(sessionId)),
    ...(viewOf(view).share?.reads(asked) ?? []),
  ];
}

/** The same place with every text in it changed. Lists are changed item by item, as their items name things. */
export function mapPlaceTexts(
  place: ViewPlace,
  change: (text: string, place: string) => string,
  rename: (id: string) => string,
): ViewPlace {
  const { share, of } = viewOf(place.view);
  const asked = [...new URLSearchParams(place.search)].map(([name, value]): [string, string] => {
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
  return { ...place, of: subject, search: new URLSearchParams(asked).toString() };
}
