import type { StepOf } from "@/lib/access/step-of";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Database } from "@/lib/db/client";
import { listBlocksOfCall, getCallId } from "@/lib/db/derived/call-ids";
import { KIND, MODE } from "@/lib/db/derived/codes";
import { KEEP_PLAN } from "@/lib/db/keep-plan";
import { readContents } from "@/lib/db/log/read";
import { stripUuid, makeUuid } from "@/lib/db/session-id";
import { listHashesToRead, findStandingText } from "@/lib/queries/reading/residency-rows";
import { writeReference } from "@/lib/runtime/reference";
import { makeResultId } from "@/lib/runtime/scene";
import type { RememberedNeed } from "@/lib/runtime/validate";
import type { RequestedSession } from "./requested-session";
import { hashOf } from "./hash-of";
import { makeKeptBlockPrefix } from "./record";
import { placeAtSession } from "@/lib/db/places";

export interface RememberedNeeds {
  readonly blocks: readonly BlockStatement[];
  readonly needs: ReadonlyMap<string, RememberedNeed>;
}

const NEEDS_MAX = 200;

/** The query runs while the caller works. */
export interface NeededRows {
  readonly asked: readonly string[];
  readonly rows: Promise<readonly NamedBlock[]>;
}

export async function beginNeeds({
  ctx: { db },
  input: { session, needs },
}: StepOf<
  "db",
  { readonly session: RequestedSession; readonly needs: readonly string[] }
>): Promise<NeededRows> {
  const asked = [...new Set(needs)].slice(0, NEEDS_MAX);
  const rows = readBlocksNamed(db, session, asked);
  // Only the caller that waits for the rows sees their failure.
  rows.catch(() => undefined);
  // The query leaves before the caller computes.
  await new Promise(setImmediate);
  return { asked, rows };
}

/**
 * Looks up what steps need: results and their calls with their texts, when they last stood in a window, and where they
 * are stored.
 * @param standing texts in the window, by block id: a block that stands unchanged needs no look-up
 */
export async function readRememberedNeeds({
  ctx: { db },
  input: {
    session,
    named: { asked, rows: coming },
    standing = new Map(),
  },
}: StepOf<
  "db",
  {
    readonly session: RequestedSession;
    readonly named: NeededRows;
    readonly standing?: ReadonlyMap<string, string> | undefined;
  }
>): Promise<RememberedNeeds> {
  const rows = await coming;
  const isWhole = ({ id, hash, text }: NamedBlock) => {
    const shownText = standing.get(id);
    return shownText !== undefined && (text === shownText || hash === hashOf(shownText));
  };
  const changed = rows.filter((row) => !isWhole(row));
  const goneRows = changed.filter((row) => asked.some((need) => isNamed(row, need)));
  const [texts, lastSeenTurns, keptHashes] = await Promise.all([
    readContents(db, session.key, listHashesToRead(changed.map((block) => ({ block, residency: null })))),
    readLastSeen(db, session, goneRows),
    readKeptHashes(
      db,
      session,
      asked.filter((need) => !rows.some((row) => isNamed(row, need))),
    ),
  ]);
  const rememberedNeeds = new Map<string, RememberedNeed>();
  for (const need of asked) {
    const row = rows.find((candidate) => isNamed(candidate, need));
    const hash = keptHashes.get(need) ?? row?.hash ?? null;
    if (row === undefined && hash === null) continue;
    const block = hash ?? (row?.text == null ? null : row.id);
    rememberedNeeds.set(need, {
      reference: block === null ? null : writeReference({ session: session.publicId, block }),
      lastSeen: row === undefined ? null : (lastSeenTurns.get(row.no) ?? null),
    });
  }
  const textFor = (row: NamedBlock) =>
    isWhole(row) ? standing.get(row.id) : findStandingText(row, null, texts);
  return { blocks: rows.map((row) => makeStatement(row, textFor(row))), needs: rememberedNeeds };
}

async function readLastSeen(
  db: Database,
  session: RequestedSession,
  rows: readonly NamedBlock[],
): Promise<Map<number, { turn: number; block: string }>> {
  if (rows.length === 0) return new Map();
  const [residencies, newest] = await Promise.all([
    db.residency.findMany({
      // A placeholder that stands in its place is not the block.
      where: {
        sessionId: session.key,
        block: { in: rows.map(({ no }) => no) },
        mode: { not: MODE.of("reference") },
      },
      orderBy: { no: "asc" },
      select: { block: true, toTurn: true },
    }),
    readNewestTurn(db, session),
  ]);
  const ids = new Map(rows.map(({ no, id }) => [no, id]));
  return new Map(
    residencies.map(({ block, toTurn }) => [block, { turn: toTurn ?? newest, block: ids.get(block) ?? "" }]),
  );
}

export interface NamedBlock {
  readonly no: number;
  readonly id: string;
  readonly kind: number;
  /** Of a text that is not in the row. */
  readonly hash: string | null;
  readonly text: string | null;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
}

/** One plain statement: an agent waits for it. */
async function readBlocksNamed(
  db: Database,
  { key }: RequestedSession,
  askedNeeds: readonly string[],
): Promise<NamedBlock[]> {
  const callIds = askedNeeds.map((need) => need.replace(/^(result|call):/, ""));
  const rows = await db.$queryRawUnsafe<NamedBlock[]>(
    placeAtSession(`${KEEP_PLAN}SELECT no, id, kind, hash, text, tool_name AS "toolName", tool_call_id AS "toolCallId" FROM block
     WHERE session_id = $1::uuid
     AND (id = ANY($2::text[]) OR (tool_call_id = ANY($3::text[]) AND kind = ANY($4::int[])))
     ORDER BY no LIMIT ${NEEDS_MAX * 2}`),
    key,
    [...askedNeeds, ...callIds.flatMap(listBlocksOfCall)],
    callIds,
    [KIND.of("tool_call"), KIND.of("tool_result")],
  );
  return rows.map((row) => ({
    ...row,
    toolCallId: getCallId(row),
    hash: row.hash === null ? null : stripUuid(row.hash),
  }));
}

/** The result is preferred to its call: a step that names a call needs its result. */
function isNamed({ id, toolCallId, kind }: NamedBlock, need: string): boolean {
  if (id === need) return true;
  return kind === KIND.of("tool_result") && (toolCallId === need || id === makeResultId(need));
}

async function readKeptHashes(
  db: Database,
  session: RequestedSession,
  needs: readonly string[],
): Promise<Map<string, string>> {
  if (needs.length === 0) return new Map();
  const prefixes = needs.flatMap((need) => [
    makeKeptBlockPrefix(need),
    makeKeptBlockPrefix(makeResultId(need)),
  ]);
  const rows = await db.$queryRawUnsafe<{ id: string }[]>(
    placeAtSession(`SELECT id FROM event WHERE session_id = $1::uuid
     AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS prefix WHERE starts_with(id, prefix)) ORDER BY seq`),
    session.key,
    prefixes,
  );
  return new Map(
    rows.flatMap(({ id }) => {
      const at = prefixes.findIndex((prefix) => id.startsWith(prefix));
      const need = needs[at >> 1];
      return need === undefined ? [] : [[need, id.slice(prefixes[at]?.length ?? 0)] as const];
    }),
  );
}

async function readNewestTurn(db: Database, { key }: RequestedSession): Promise<number> {
  const { _max } = await db.turn.aggregate({ where: { sessionId: key }, _max: { turn: true } });
  return _max.turn ?? 0;
}

function makeStatement(row: NamedBlock, text: string | undefined): BlockStatement {
  return {
    id: row.id,
    kind: KIND.word(row.kind),
    ...(text !== undefined && { content: text }),
    ...(row.toolName !== null && { toolName: row.toolName }),
    ...(row.toolCallId !== null && { toolCallId: row.toolCallId }),
  };
}

export async function listStoredContents({
  ctx: { db },
  input: {
    session: { key },
    hashes,
  },
}: StepOf<
  "db",
  { readonly session: Pick<RequestedSession, "key">; readonly hashes: readonly string[] }
>): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.$queryRawUnsafe<{ hash: string }[]>(
    placeAtSession("SELECT hash FROM content WHERE session_id = $1::uuid AND hash = ANY($2::uuid[])"),
    key,
    hashes.map(makeUuid),
  );
  return new Set(rows.map(({ hash }) => stripUuid(hash)));
}
