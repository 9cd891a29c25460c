import type { Cost } from "@/lib/core/pricing/cost";
import { describeCost } from "../format/cost";
import { formatShortDuration } from "../format/format";
import type { ShownMatch } from "../format/match-line";
import type { RowCost, SessionInput, SessionRow } from "../session-rows";
import { makeSessionRow } from "../session-rows";
import { writeStoryText } from "../story/story-words";
import { makeHitsHref } from "./hits-href";

/** A row, and the version of the session that it is made of. */
export interface ListedRow {
  readonly version: number;
  readonly row: SessionRow;
}

/** By session id. */
export type DrawnRows = Readonly<Record<string, ListedRow>>;

interface CostInput {
  readonly costs: readonly Cost[];
  readonly callMs: number | null;
}

interface RowFacts {
  readonly costs: Readonly<Record<string, CostInput>>;
  readonly matches: Readonly<Record<string, ShownMatch>>;
  /** What is searched for in their texts. */
  readonly text: string;
}

/** The rows of a list. The server makes them, so that a page that stays as it came carries nothing that does. */
export function listRows(sessions: readonly SessionInput[], { costs, matches, text }: RowFacts): DrawnRows {
  return Object.fromEntries(
    sessions.map((session) => {
      const { id, version = 0 } = session;
      const cost = costs[id];
      const row = makeSessionRow(session, {
        story: storyOf(session),
        match: matches[id],
        hitsHref: makeHitsHref(id, text),
        ...(cost !== undefined && { cost: describeRowCost(cost) }),
      });
      return [id, { version, row }];
    }),
  );
}

/** The rows of sessions that changed since. What they cost, and where a search matched, is as the page came. */
export function listGrownRows(
  sessions: readonly SessionInput[],
  before: (id: string) => SessionRow | undefined,
): DrawnRows {
  return Object.fromEntries(
    sessions.map((session) => {
      const { id, version = 0 } = session;
      const { cost = null, callTook = null, match = null } = before(id) ?? {};
      const row = makeSessionRow(session, { story: storyOf(session) });
      return [id, { version, row: { ...row, cost, callTook, match } }];
    }),
  );
}

export function describeRowCost({ costs, callMs }: CostInput): RowCost {
  return { cost: describeCost(costs), callTook: callMs === null ? null : formatShortDuration(callMs) };
}

function storyOf({ story }: SessionInput): string {
  return story == null ? "" : writeStoryText(story);
}
