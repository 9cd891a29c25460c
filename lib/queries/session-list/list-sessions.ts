import { z } from "zod";
import type { listSessions as route } from "@/lib/api/endpoints/sessions";
import { OUTDATED_COUNTED_MAX, SESSIONS_COUNTED_MAX } from "@/lib/api/endpoints/sessions";
import { groupBy } from "@/lib/core/group-by";
import { isOfTurns } from "@/lib/core/trace/fold/finish";
import type { Database } from "@/lib/db/client";
import { exampleKeys } from "@/lib/db/reads/demos";
import { HOW } from "@/lib/db/derived/codes";
import { countOutdated } from "@/lib/db/outdated-findings";
import type { Prisma, Session as SessionRow } from "@/lib/db/generated/client";
import { CLOCK_OFF_MS, RUNNING_MS } from "@/lib/view/liveness";
import { makePublicId } from "@/lib/db/session-id";
import { makeKey } from "../reading/find-session";
import { listCosts } from "../session/list-costs";
import type { ListedRows } from "./listed-rows";
import { makeForeignCursorError } from "./listed-rows";
import type { PricedSort } from "./priced-order";
import { readPricedRows } from "./priced-order";
import type { FoundContents } from "./search-contents";
import { searchContents } from "./search-contents";
import { buildSummary } from "../reading/session-view";

export type ListSessionsQuery = z.output<(typeof route)["query"]>;
export type SessionPage = z.output<(typeof route)["response"]>;

type SortColumn =
  | "updatedAt"
  | "startedAt"
  | "serious"
  | "turns"
  | "peakWindow"
  | "peakShare"
  | "evictedTokens"
  | "repeatedCalls"
  | "decisionsAbsent"
  | "dangling"
  | "name";

const SORT_COLUMNS: Record<Exclude<ListSessionsQuery["sort"], PricedSort>, SortColumn> = {
  updated: "updatedAt",
  started: "startedAt",
  serious: "serious",
  turns: "turns",
  peak: "peakWindow",
  share: "peakShare",
  evicted: "evictedTokens",
  repeats: "repeatedCalls",
  absent: "decisionsAbsent",
  dangling: "dangling",
  name: "name",
};

/** Columns that are never null. A page boundary needs no special case for them. */
const NOT_NULL: ReadonlySet<SortColumn> = new Set(["updatedAt", "turns", "repeatedCalls"]);

/** The search over contents that a query asks for; `null` if it asks for none. */
export async function searchAskedContents(
  db: Database,
  project: string,
  { text }: Pick<ListSessionsQuery, "text">,
  signal?: AbortSignal,
): Promise<FoundContents | null> {
  return text === undefined || text.trim() === "" ? null : searchContents(db, project, text, signal);
}

/**
 * One page of a project's sessions. Pages continue by key, not by count, so new sessions do not shift them.
 * @param search {@link searchAskedContents} the query, where lists share it or a caller can go
 */
export async function listSessions(
  db: Database,
  project: string,
  query: ListSessionsQuery,
  search: Promise<FoundContents | null> = searchAskedContents(db, project, query),
): Promise<SessionPage> {
  const found = await search;
  const where = {
    AND: [filterOf(project, query), filterFound(found), await buildExamplesFilter(db, project, query)],
  };
  const { sort } = query;
  const [{ rows: page, nextCursor }, total, outdated] = await Promise.all([
    sort === "cost" || sort === "latency"
      ? readPricedRows(db, project, where, { ...query, sort })
      : readSortedRows(db, where, SORT_COLUMNS[sort], query),
    db.session.count({ where, take: SESSIONS_COUNTED_MAX }),
    countOutdated(db, project, OUTDATED_COUNTED_MAX),
  ]);
  const keys = page.map(({ sessionId }) => sessionId);
  return {
    sessions: page.map(buildSummary),
    matches: found === null ? {} : await readMatches(db, found, keys),
    costs: query.costs === undefined ? {} : await readCosts(db, project, keys),
    nextCursor,
    total,
    searched: found?.isWhole === false ? "part" : "all",
    outdated,
  };
}

async function readSortedRows(
  db: Database,
  where: Prisma.SessionWhereInput,
  column: SortColumn,
  { order, cursor, limit }: ListSessionsQuery,
): Promise<ListedRows> {
  const boundary = cursor === undefined ? {} : filterAfter(column, order, readCursor(cursor));
  const rows = await db.session.findMany({
    where: { AND: [where, boundary] },
    orderBy: [
      NOT_NULL.has(column) ? { [column]: order } : { [column]: { sort: order, nulls: "last" } },
      { sessionId: "asc" },
    ],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last !== undefined ? writeCursor(column, last) : null,
  };
}

function filterFound(found: FoundContents | null): Prisma.SessionWhereInput {
  return found === null ? {} : { sessionId: { in: [...found.places.keys()] } };
}

/** Where the words were found. A block that has gone meanwhile is no match. */
async function readMatches(
  db: Database,
  { places }: FoundContents,
  keys: readonly string[],
): Promise<SessionPage["matches"]> {
  const asked = keys.flatMap((sessionId) => {
    const place = places.get(sessionId);
    return place === undefined ? [] : [{ sessionId, no: place.no }];
  });
  if (asked.length === 0) return {};
  const [blocks, residencies] = await Promise.all([
    db.block.findMany({
      where: { OR: asked },
      select: { sessionId: true, id: true, createdTurn: true },
    }),
    db.residency.findMany({
      where: { OR: asked.map(({ sessionId, no }) => ({ sessionId, block: no })) },
      orderBy: { since: "asc" },
      select: { sessionId: true, fromTurn: true, toTurn: true, how: true },
    }),
  ]);
  const stood = groupBy(residencies, ({ sessionId }) => sessionId);
  return Object.fromEntries(
    blocks.map(({ sessionId, id, createdTurn }) => [
      makePublicId(sessionId),
      {
        blockId: id,
        turn: createdTurn,
        text: places.get(sessionId)?.text ?? "",
        hits: places.get(sessionId)?.hits ?? 1,
        hasMore: places.get(sessionId)?.hasMore ?? false,
        stood: (stood.get(sessionId) ?? [])
          .map(({ fromTurn: from, toTurn: to, how }) => ({
            from,
            to,
            how: how === null ? null : HOW.word(how),
          }))
          .filter(isOfTurns),
      },
    ]),
  );
}

async function readCosts(
  db: Database,
  project: string,
  keys: readonly string[],
): Promise<SessionPage["costs"]> {
  const costs = await listCosts(db, project, keys);
  return Object.fromEntries([...costs].map(([key, cost]) => [makePublicId(key), cost]));
}

function filterOf(project: string, query: ListSessionsQuery): Prisma.SessionWhereInput {
  const { q, agent, model, format, outcome, tag, role, from, to, finding, tool, policy, evidence } = query;
  const running = query.running === undefined ? {} : filterRunning(Date.now());
  const contains = q === undefined || q === "" ? null : { contains: q, mode: "insensitive" as const };
  const startedAt = {
    ...(from !== undefined && { gte: BigInt(Date.parse(from)) }),
    ...(to !== undefined && { lt: BigInt(Date.parse(to)) }),
  };
  return {
    projectId: project,
    ...(contains !== null && {
      OR: [{ name: contains }, { agent: contains }, { model: contains }, { externalId: contains }],
    }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(format !== undefined && { sourceFormat: format }),
    ...(outcome !== undefined && { outcome }),
    ...(tag !== undefined && { tags: { array_contains: [tag] } }),
    ...(finding !== undefined && { findingCodes: { has: finding } }),
    ...(tool !== undefined && { tools: { hasSome: [tool.toLowerCase(), tool] } }),
    ...(policy !== undefined && { policy }),
    ...(evidence === "absent" && { decisionsAbsent: { gt: 0 } }),
    ...(evidence === "present" && { decisions: { gt: 0 }, decisionsAbsent: 0 }),
    ...(query.ids !== undefined && {
      sessionId: { in: query.ids.split(",").map((id) => makeKey(project, id)) },
    }),
    role: role === "any" ? { not: "replay" } : role,
    ...(Object.keys(startedAt).length > 0 && { startedAt }),
    ...(query.pending !== undefined && { serious: null, analysisRefused: null }),
    ...running,
  };
}

async function buildExamplesFilter(
  db: Database,
  project: string,
  { examples, ids }: ListSessionsQuery,
): Promise<Prisma.SessionWhereInput> {
  if (examples !== "out" || ids !== undefined) return {};
  return { sessionId: { notIn: await exampleKeys(db, project) } };
}

function filterRunning(now: number): Prisma.SessionWhereInput {
  const near = { gt: BigInt(now - CLOCK_OFF_MS), lt: BigInt(now + CLOCK_OFF_MS) };
  return {
    outcome: null,
    updatedAt: { gt: new Date(now - RUNNING_MS) },
    AND: [{ OR: [{ endedAt: near }, { endedAt: null, startedAt: near }] }],
  };
}

const cursorSchema = z.tuple([
  z.union([z.string().refine((text) => text.isWellFormed() && !text.includes("\0")), z.number(), z.null()]),
  z.guid(),
]);
type Cursor = z.infer<typeof cursorSchema>;

function writeCursor(column: SortColumn, row: SessionRow): string {
  const value = row[column];
  const plain =
    value instanceof Date ? value.toISOString() : typeof value === "bigint" ? Number(value) : value;
  return Buffer.from(JSON.stringify([plain, row.sessionId])).toString("base64url");
}

function readCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw makeForeignCursorError();
  }
}

/** The rows after a cursor: further in the sort column, or equal there and further by key. Nulls come last. */
function filterAfter(
  column: SortColumn,
  order: "asc" | "desc",
  [value, key]: Cursor,
): Prisma.SessionWhereInput {
  const filterEqual = (v: unknown): Prisma.SessionWhereInput => ({ [column]: v, sessionId: { gt: key } });
  if (value === null && NOT_NULL.has(column)) throw makeForeignCursorError();
  if (value === null) return filterEqual(null);
  const typed = convertValue(column, value);
  const further: Prisma.SessionWhereInput = { [column]: { [order === "asc" ? "gt" : "lt"]: typed } };
  const nulls: Prisma.SessionWhereInput[] = NOT_NULL.has(column) ? [] : [{ [column]: null }];
  return { OR: [further, filterEqual(typed), ...nulls] };
}

function convertValue(column: SortColumn, value: string | number): Date | bigint | string | number {
  const isText = typeof value === "string";
  if (
    column === "updatedAt" &&
    isText &&
    z.iso.datetime().safeParse(value).success &&
    !value.startsWith("0000")
  )
    return new Date(value);
  if (column === "name" && isText) return value;
  if (column === "startedAt" && Number.isSafeInteger(value)) return BigInt(value);
  const isNumber = column !== "updatedAt" && column !== "name" && column !== "startedAt" && !isText;
  if (isNumber && (column === "peakShare" || isInt4(value))) return value;
  throw makeForeignCursorError();
}

function isInt4(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31;
}
