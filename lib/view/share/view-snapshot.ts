import type { Snapshot } from "@/lib/incident/snapshot";
import type { CardModel } from "../incident/card";
import type { ViewPlace } from "./place";

/** What is behind a link: a timeline, or a view in its state. */
export type Shared = Snapshot | ViewSnapshot;

export function isView(shared: Shared): shared is ViewSnapshot {
  return "kind" in shared;
}

/** The session behind a link, whichever it was. */
export const SHARED_ID = "shared";

/**
 * A view of a session, frozen in the state that it was in: the answers that it is drawn from, redacted, and where it
 * stood. It is drawn by the same components, which find here what they would otherwise ask the server for.
 */
export interface ViewSnapshot {
  readonly version: 1;
  readonly kind: "view";
  readonly title: string;
  readonly content: "masked" | "off";
  readonly place: ViewPlace;
  /** What the page itself is given, by its name. */
  readonly given: Readonly<Record<string, unknown>>;
  /** What the page's parts fetch, by the address that they fetch it from. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly card: CardModel;
}
