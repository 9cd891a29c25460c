import { z } from "zod";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { DANGLING } from "@/lib/db/derived/codes";
import type { WhySuggestionInput } from "@/lib/view/questions/why-suggestions";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findSession } from "../reading/find-session";
import { readHints } from "../reading/read-hints";

const SUGGESTED_MAX = 5;
const EDGES_READ = 200;

/**
 * Suggested questions for a session: evidence that was gone when it was used, what was fetched again, lost constraints, the
 * last failed call, and the largest blocks that left for good.
 */
export async function suggestWhys(db: Database, project: string, id: string): Promise<WhySuggestionInput[]> {
  const { sessionId } = await findSession(db, project, id);
  const [edges, constraints, failed, exits] = await listCandidates(db, sessionId);
  const lostEdges = [...new Map(edges.toReversed().map((edge) => [edge.fromBlock, edge]))]
    .toReversed()
    .slice(0, SUGGESTED_MAX);
  const suggested = new Set(lostEdges.map(([no]) => no));
  const unsuggested = exits.filter(({ block }) => !suggested.has(block));
  const fetched = unsuggested.filter(({ refetchedTurn }) => refetchedTurn !== null).slice(0, SUGGESTED_MAX);
  const departures = unsuggested
    .filter(({ refetchedTurn }) => refetchedTurn === null)
    .slice(0, SUGGESTED_MAX);
  const goneBlocks = [...fetched, ...departures].map(({ block }) => block);
  const blocks = await readBlocksByNo(db, sessionId, [...suggested, ...goneBlocks]);
  const namedBlocks = [...blocks.values(), ...failed];
  const hints = await readHints(db, sessionId, namedBlocks);
  const describeBlock = (block: StoredBlock) => ({
    block: block.id,
    q: null,
    kind: block.kind,
    name: block.label ?? block.toolName,
    hint: hints.get(block.no) ?? "",
  });
  return [
    ...lostEdges.flatMap(([no, { turn, matched }]): WhySuggestionInput[] => {
      const block = blocks.get(no);
      const [value = null] = z.array(z.string()).catch([]).parse(matched);
      return block === undefined ? [] : [{ why: "evidence", turn, value, ...describeBlock(block) }];
    }),
    ...constraints.map(({ text, turn }): WhySuggestionInput => ({
      why: "constraint",
      turn,
      value: null,
      block: null,
      q: text,
      kind: "user_message",
      name: null,
      hint: text,
    })),
    ...failed.map((block) => ({
      why: "failed_call" as const,
      turn: null,
      value: null,
      ...describeBlock(block),
    })),
    ...[...fetched, ...departures].flatMap(
      ({ block: no, evictedTurn, refetchedTurn }): WhySuggestionInput[] => {
        const block = blocks.get(no);
        if (block === undefined) return [];
        const why = refetchedTurn === null ? ("left" as const) : ("fetched" as const);
        return [{ why, turn: evictedTurn, value: null, ...describeBlock(block) }];
      },
    ),
  ];
}

/** The most significant first: uses of what was gone, lost constraints, the last failed call, exits. */
function listCandidates(db: Database, sessionId: string) {
  return Promise.all([
    db.edge.findMany({
      where: { sessionId, executed: true, ...DANGLING },
      orderBy: [{ turn: "desc" }, { no: "asc" }, { fromBlock: "asc" }],
      take: EDGES_READ,
      select: { fromBlock: true, turn: true, matched: true },
    }),
    db.constraintFigure.findMany({ where: { sessionId }, orderBy: { no: "asc" }, take: SUGGESTED_MAX }),
    findLastFailed(db, sessionId),
    Promise.all([
      findExits(db, sessionId, { refetchedTurn: { not: null } }),
      findExits(db, sessionId, { refetchedTurn: null }),
    ]).then((exits) => exits.flat()),
  ]);
}

/** The largest blocks that left and did not stand there again. */
function findExits(db: Database, sessionId: string, of: Prisma.ResidencyWhereInput) {
  return db.residency.findMany({
    where: { sessionId, evictedTurn: { not: null }, reenteredTurn: null, ...of },
    orderBy: [{ tokensFreed: { sort: "desc", nulls: "last" } }, { no: "asc" }],
    take: 2 * SUGGESTED_MAX,
    select: { block: true, evictedTurn: true, refetchedTurn: true },
  });
}

/** The block of the last failed call; none where none failed. */
async function findLastFailed(db: Database, sessionId: string): Promise<StoredBlock[]> {
  const rows = await db.block.findMany({
    where: { sessionId, extra: { path: ["isError"], equals: true } },
    orderBy: [{ createdTurn: { sort: "desc", nulls: "last" } }, { no: "desc" }],
    take: 1,
  });
  return rows.map(blockCodec.fromRow);
}

/** `null` if no use is known. */
export async function findLastNeededTurn(
  db: Database,
  project: string,
  id: string,
  blockId: string,
): Promise<number | null> {
  const { sessionId } = await findSession(db, project, id);
  const block = await db.block.findFirst({ where: { sessionId, id: blockId }, select: { no: true } });
  if (block === null) return null;
  const { _max } = await db.edge.aggregate({
    where: { sessionId, fromBlock: block.no, executed: true },
    _max: { turn: true },
  });
  return _max.turn;
}
