import type { Snapshot } from "@/lib/incident/snapshot";
import type { CardModel } from "../incident/card";
import type { ApiRead } from "@/lib/api/request/request";
import { makeAddress } from "@/lib/api/request/request";
import type { ViewPlace } from "../views/place";

export type Shared = Snapshot | ViewSnapshot;

export function isView(shared: Shared): shared is ViewSnapshot {
  return "kind" in shared;
}

export interface FrozenAnswer {
  readonly read: ApiRead;
  readonly answer: unknown;
}

/** The id of the session in every share, so that a link does not reveal the real one. */
export const SHARED_ID = "shared";

/**
 * A frozen view of a session: its state and the redacted answers that it is drawn from. The app's own components draw
 * it and read these answers instead of asking the server.
 */
export interface ViewSnapshot {
  readonly version: 2;
  readonly kind: "view";
  readonly title: string;
  readonly content: "masked" | "off";
  readonly place: ViewPlace;
  readonly given: Readonly<Record<string, unknown>>;
  readonly answers: readonly FrozenAnswer[];
  readonly card: CardModel;
}

type EarlierViewSnapshot = Omit<ViewSnapshot, "version" | "answers"> & {
  readonly version: 1;
  readonly answers: Readonly<Record<string, unknown>>;
};

export function indexFrozenAnswers({
  answers,
}: Pick<ViewSnapshot, "answers"> | Pick<EarlierViewSnapshot, "answers">): ReadonlyMap<string, unknown> {
  if (Array.isArray(answers))
    return new Map(
      (answers as readonly FrozenAnswer[]).map(({ read, answer }) => [makeAddress(read), answer]),
    );
  return new Map(Object.entries(answers).map(([address, answer]) => [orderAddress(address), answer]));
}

function orderAddress(address: string): string {
  const [path = "", query = ""] = address.split("?", 2);
  const search = new URLSearchParams(query);
  search.sort();
  return query === "" ? path : `${path}?${search.toString()}`;
}
