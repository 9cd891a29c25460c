import { EDGE_STATE, KIND } from "@/lib/db/derived/codes";
import type { Database } from "@/lib/db/client";
import type { FactSuggestionInput } from "@/lib/view/questions/fact-suggestions";
import { blocksByNo } from "../reading/blocks-by-no";
import { findSession } from "../reading/find-session";

const SUGGESTED_MAX = 6;

interface ValueRow {
  /** `null` where a step was declared to need the whole block. */
  value: string | null;
  from_block: number;
  uses: bigint;
  turn: number;
  gone: boolean;
}

/**
 * What is worth following: values and whole results that were used after they had left, lost constraints, and
 * values used most.
 */
export async function factSuggestions(
  db: Database,
  project: string,
  id: string,
): Promise<FactSuggestionInput[]> {
  const { sessionId } = await findSession(db, project, id);
  const [gone, used, constraints] = await Promise.all([
    usedValues(db, sessionId, true),
    usedValues(db, sessionId, false),
    db.constraintFigure.findMany({ where: { sessionId }, orderBy: { no: "asc" }, take: SUGGESTED_MAX }),
  ]);
  const rows = [...gone, ...used];
  const blocks = await blocksByNo(
    db,
    sessionId,
    rows.map(({ from_block }) => from_block),
  );
  return [
    ...rows.flatMap(({ value, from_block, uses, turn, gone: isGone }): FactSuggestionInput[] => {
      const block = blocks.get(from_block);
      if (block === undefined) return [];
      const name = block.label ?? block.toolName;
      return [
        {
          of: isGone ? "gone" : "used",
          text: value,
          block: block.id,
          kind: KIND.word(block.kind),
          name,
          uses: Number(uses),
          turn,
        },
      ];
    }),
    ...constraints.map(({ text, turn }): FactSuggestionInput => ({
      of: "constraint",
      text,
      block: null,
      kind: "user_message",
      name: null,
      uses: null,
      turn,
    })),
  ];
}

/** What most uses share: values and whole blocks that had left, or values of blocks that stood in the window. */
async function usedValues(db: Database, session: string, gone: boolean): Promise<ValueRow[]> {
  return db.$queryRawUnsafe<ValueRow[]>(
    `SELECT matched->>0 AS value, min(from_block) AS from_block, count(*) AS uses, max(turn) AS turn, $2::boolean AS gone
     FROM edge
     WHERE session_id = $1::uuid AND executed AND (matched->>0 <> '' OR $2::boolean)
       AND (state = $3) = $2::boolean
     GROUP BY matched->>0, CASE WHEN matched->>0 <> '' THEN NULL ELSE from_block END
     ORDER BY count(*) DESC, max(turn) DESC, (matched->>0) COLLATE "C" LIMIT ${SUGGESTED_MAX}`,
    session,
    gone,
    EDGE_STATE.of("dangling"),
  );
}
