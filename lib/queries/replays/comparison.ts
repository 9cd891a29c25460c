import type { Database } from "@/lib/db/client";
import type { Alignment } from "@/lib/view/format/address-words";
import type { ComparedSide, CompareSessionsModel, StepWindows } from "@/lib/view/compare-sessions/model";
import { compareSessionsModel } from "@/lib/view/compare-sessions/model";
import { compareSessions, compareWindows } from "../session-list/compare-sessions";
import { findSession } from "../reading/find-session";
import { readInProcess } from "../reading/read-in-process";

/** Two sessions, how their steps are matched, and the turns that are compared: by default where their calls differ first. */
export interface ComparisonQuery {
  readonly a: string;
  readonly b: string;
  readonly by: Alignment;
  readonly ta: number | null;
  readonly tb: number | null;
}

interface ComparedName {
  readonly id: string;
  readonly name: string;
}

/** What the page of a comparison shows. */
export interface ShownComparison {
  readonly sides: readonly [ComparedName, ComparedName];
  /** As asked, or by turn where the sessions have too little in common for that. */
  readonly by: Alignment;
  readonly model: CompareSessionsModel;
  readonly windows: StepWindows | null;
}

/** Compared in the process that serves everybody: turns of both, and blocks of both where these are matched. */
const TURNS_HERE_MAX = 1_500;
const BLOCKS_HERE_MAX = 1_000;

/** See {@link getComparison}. */
export async function readComparison(
  db: Database,
  project: string,
  _id: string,
  { a: idA, b: idB, by: asked, ta, tb }: ComparisonQuery,
): Promise<ShownComparison> {
  const ids = { a: idA, b: idB };
  const { a, b, by, divergence, steps } = await compareSessions(db, project, ids, asked);
  const first = steps.find((step) => step.a !== null && step.b !== null);
  const [at, bt] =
    ta !== null && tb !== null
      ? [ta, tb]
      : divergence === null
        ? [first?.a ?? null, first?.b ?? null]
        : [divergence.a?.turn ?? findLastTurn(a), divergence.b?.turn ?? findLastTurn(b)];
  return {
    sides: [nameOf(a.session), nameOf(b.session)],
    by,
    model: compareSessionsModel(a, b, by, steps, divergence),
    windows: at === null || bt === null ? null : await compareWindows(db, project, ids, { a: at, b: bt }),
  };
}

const comparisonApart = readInProcess(
  "comparison",
  readComparison,
  async (db, project, _, query: ComparisonQuery) => {
    const sides = await Promise.all([findSession(db, project, query.a), findSession(db, project, query.b)]);
    const sum = (of: (side: (typeof sides)[number]) => number) =>
      sides.reduce((all, side) => all + of(side), 0);
    return (
      sum(({ turns }) => turns) <= TURNS_HERE_MAX &&
      (query.by === "turn" || sum(({ blocks }) => blocks) <= BLOCKS_HERE_MAX)
    );
  },
);

/**
 * Compares two sessions. Long ones are compared by another process.
 * @throws AppError `not_found`, `unavailable`
 */
export function getComparison(
  db: Database,
  project: string,
  query: ComparisonQuery,
): Promise<ShownComparison> {
  return comparisonApart(db, project, "", query);
}

function findLastTurn({ windows }: ComparedSide): number | null {
  return [...windows.keys()].at(-1) ?? null;
}

function nameOf({
  id,
  name,
  externalId,
}: {
  id: string;
  name: string | null;
  externalId: string;
}): ComparedName {
  return { id, name: name ?? externalId };
}
