import { groupBy } from "@/lib/core/group-by";
import { isOfTurns } from "@/lib/core/trace/fold/finish";
import type { Database } from "@/lib/db/client";
import { HOW } from "@/lib/db/derived/codes";
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
  const numbers = rows.map(({ from_block }) => from_block);
  const [blocks, residencies] = await Promise.all([
    readBlocksByNo(db, sessionId, numbers),
    db.residency.findMany({
      where: { sessionId, block: { in: numbers } },
      orderBy: { since: "asc" },
      select: { block: true, fromTurn: true, toTurn: true, how: true },
    }),
  ]);
  const lives = groupBy(residencies, ({ block }) => block);
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
          stood: (lives.get(from_block) ?? [])
            .map(({ fromTurn: from, toTurn: to, how }) => ({
              from,
              to,
              how: how === null ? null : HOW.word(how),
            }))
            .filter(isOfTurns),
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
      stood: [],
    })),
  ];
}
