import type { Snapshot } from "@/lib/incident/snapshot";
import type { CardModel } from "../incident/card";
import type { ApiRead } from "@/lib/api/request/request";
import { addressOf } from "@/lib/api/request/request";
import type { ViewPlace } from "../views/place";

/** What is behind a link: a timeline, or a view in its state. */
export type Shared = Snapshot | ViewSnapshot;

export function isView(shared: Shared): shared is ViewSnapshot {
  return "kind" in shared;
}

export interface FrozenAnswer {
  readonly read: ApiRead;
  readonly answer: unknown;
}

/** The session behind a link, whichever it was. */
export const SHARED_ID = "shared";

/**
 * A view of a session, frozen in the state that it was in: the answers that it is drawn from, redacted, and where it
 * stood. It is drawn by the same components, which find here what they would otherwise ask the server for.
 */
export interface ViewSnapshot {
  readonly version: 2;
  readonly kind: "view";
  readonly title: string;
  readonly content: "masked" | "off";
  readonly place: ViewPlace;
  /** What the page itself is given, by its name. */
  readonly given: Readonly<Record<string, unknown>>;
  /** What the page's parts read, each with what was asked. */
  readonly answers: readonly FrozenAnswer[];
  readonly card: CardModel;
}

/** A view as it was frozen by an earlier version: its answers by the address that they were read from. */
type EarlierViewSnapshot = Omit<ViewSnapshot, "version" | "answers"> & {
  readonly version: 1;
  readonly answers: Readonly<Record<string, unknown>>;
};

/** The answers of a frozen view by the address of what was asked. */
export function frozenAnswers({
  answers,
}: Pick<ViewSnapshot, "answers"> | Pick<EarlierViewSnapshot, "answers">): ReadonlyMap<string, unknown> {
  if (Array.isArray(answers))
    return new Map((answers as readonly FrozenAnswer[]).map(({ read, answer }) => [addressOf(read), answer]));
  return new Map(Object.entries(answers).map(([address, answer]) => [inOrder(address), answer]));
}

/** An address with its query in the order that addresses have it in. */
function inOrder(address: string): string {
  const [path = "", query = ""] = address.split("?", 2);
  const search = new URLSearchParams(query);
  search.sort();
  return query === "" ? path : `${path}?${search.toString()}`;
}
