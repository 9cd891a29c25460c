import type { Database } from "@/lib/db/client";
import { readUsedValues } from "@/lib/db/reads/plans";
import type { FactSuggestionInput } from "@/lib/view/questions/fact-suggestions";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findSession } from "../reading/find-session";

const SUGGESTED_MAX = 6;

/**
 * What is worth following: values and whole results that were used after they had left, lost constraints, and
 * values used most.
 */
export async function suggestFacts(
  db: Database,
  project: string,
  id: string,
): Promise<FactSuggestionInput[]> {
  const { sessionId } = await findSession(db, project, id);
  const [gone, used, constraints] = await Promise.all([
    readUsedValues(db, sessionId, true, SUGGESTED_MAX),
    readUsedValues(db, sessionId, false, SUGGESTED_MAX),
    db.constraintFigure.findMany({ where: { sessionId }, orderBy: { no: "asc" }, take: SUGGESTED_MAX }),
  ]);
  const rows = [...gone, ...used];
  const blocks = await readBlocksByNo(
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
          kind: block.kind,
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
