import type { ApiRead, SessionReadPath } from "@/lib/api/request/request";

export type SessionApiRead = ApiRead<SessionReadPath>;

export interface ReadScope {
  readonly turns: number;
  readonly blocks: number;
  readonly firstTurn: number | null;
  readonly peakTurn: number | null;
  readonly results: readonly string[];
}

export interface AskedView {
  readonly sessionId: string;
  readonly of: string;
  readonly search: URLSearchParams;
  readonly facts: ReadScope;
}

export interface ShareRule {
  /** URL parameters that contain text of a trace or of a person. All others are numbers and the program's words. */
  readonly texts?: readonly string[];
  readonly lists?: readonly string[];
  /** Parameters that a share leaves out: forms that were not sent yet. */
  readonly drops?: readonly string[];
  /** Whether a state has anything to freeze. Absent means always. */
  readonly isAsked?: (of: string, search: URLSearchParams) => boolean;
  /** What the page fetches by itself in this state. What is not found is left out. */
  readonly details?: (asked: AskedView) => readonly SessionApiRead[];
}

/** A view of a session. Its tab, its palette entry, its links and its shares are built from this. */
export interface SessionView<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  /** The part of the address after the session; empty for the first view. */
  readonly segment: string;
  readonly of: "turn" | "block" | null;
  /** The tab that is active on this view; its own id when it has a tab. */
  readonly tab: string;
  /** The view then opens at the cursor's turn, even if the reader has not moved the cursor. */
  readonly isOfOneTurn?: boolean;
  readonly params: Readonly<Record<string, unknown>>;
  /** What the page is drawn from beside the session, by name. Without one of them there is no page. */
  readonly reads: (asked: AskedView) => Readonly<Record<string, SessionApiRead>>;
  readonly share: ShareRule | null;
}
