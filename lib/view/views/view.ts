import type { ApiRead } from "@/lib/api/request/request";

/** What of a session and a replay decides on what a view reads. */
export interface ReadFacts {
  readonly turns: number;
  readonly blocks: number;
  readonly firstTurn: number | null;
  readonly peakTurn: number | null;
  /** The sessions of a replay, in the order of its rows. */
  readonly results: readonly string[];
}

/** What a view is asked for: of which session, of which of its turns or blocks, in which state. */
export interface AskedView {
  readonly sessionId: string;
  /** The turn of a turn's page, the block of a block's; empty elsewhere. */
  readonly of: string;
  readonly search: URLSearchParams;
  readonly facts: ReadFacts;
}

/** One answer that a view is drawn from. What has a name is given to the page, all of it answers what the page fetches. */
export interface ViewRead {
  readonly name: string | null;
  readonly read: ApiRead;
}

/** How a view is frozen behind a link. */
export interface ShareRule {
  /** Parameters of its address that are text of a trace or of a person; all others are numbers and the program's words. */
  readonly texts?: readonly string[];
  /** The same for lists, item by item. */
  readonly lists?: readonly string[];
  /** Parameters that are left out: forms that are not sent yet. */
  readonly drops?: readonly string[];
  /** Whether there is anything to freeze in a state; there always is where this is left out. */
  readonly isAsked?: (of: string, search: URLSearchParams) => boolean;
  /** Everything that the view reads beside its session and the series. */
  readonly reads: (asked: AskedView) => readonly ViewRead[];
}

/** A view of a session: what its tab, the command palette, its links and its shares are made of. */
export interface SessionView<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  /** The part of the address after the session; empty for the first view. */
  readonly segment: string;
  /** What follows that part, where the view is of one thing. */
  readonly of: "turn" | "block" | "incident" | null;
  /** The tab that it stands under; its own id where it has a tab. */
  readonly tab: string;
  /** Whether it is always of one turn, and opens at the cursor even where nobody has moved that yet. */
  readonly isOfOneTurn?: boolean;
  /** What it keeps in its address, by name. */
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` for a view that is not frozen. */
  readonly share: ShareRule | null;
}

export function named(name: string, read: ApiRead): ViewRead {
  return { name, read };
}

export function unnamed(read: ApiRead): ViewRead {
  return { name: null, read };
}

/** The reads that a parameter asks for where it is given. */
export function picked(
  search: URLSearchParams,
  name: string,
  read: (value: string) => ApiRead,
): readonly ViewRead[] {
  const value = search.get(name);
  return value === null ? [] : [unnamed(read(value))];
}
