import type { z } from "zod";
import type { getBlock as route } from "@/lib/api/endpoints/block";
import { ENTRY_FACTS } from "@/lib/core/trace/block-facts";
import { makeAnswerer } from "@/lib/core/trace/fact";
import { cutPartOfText, cutTextAround } from "@/lib/core/text-part";
import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { matchCalls } from "@/lib/db/derived/call-ids";
import { KIND, EDGE_STATE } from "@/lib/db/derived/codes";
import { residencyCodec } from "@/lib/db/derived/residency-rows";
import { readContents } from "@/lib/db/log/read";
import { notFound } from "@/lib/errors";
import { addCauses } from "../reading/eviction-causes";
import { findAnalysed } from "../reading/find-analysed";
import { findSession } from "../reading/find-session";
import { answerInProcess, readInProcess } from "../reading/read-in-process";
import {
  describeStandingBlock,
  describeEviction,
  listHashesToRead,
  findStandingText,
} from "../reading/residency-rows";
import type { BlockUse } from "@/lib/api/schemas/window";
import { readBlocksByNo } from "../reading/blocks-by-no";

const answerEntryFacts = makeAnswerer(ENTRY_FACTS);

const USES_MAX = 200;

interface Uses {
  readonly uses: (BlockUse & { name: string | null })[];
  readonly usesTotal: number;
}

async function readUses(db: Database, sessionId: string, no: number): Promise<Uses> {
  const where = { sessionId, fromBlock: no, executed: true };
  const [edges, usesTotal] = await Promise.all([
    db.edge.findMany({
      where,
      orderBy: [{ turn: "asc" }, { no: "asc" }, { fromBlock: "asc" }],
      take: USES_MAX,
    }),
    db.edge.count({ where }),
  ]);
  const users = await readBlocksByNo(
    db,
    sessionId,
    edges.flatMap(({ block }) => block ?? []),
  );
  const uses = edges.map(({ id, turn, step, block, state, residual }) => {
    const user = block === null ? undefined : users.get(block);
    return {
      edgeId: id,
      turn,
      step,
      blockId: user?.id ?? null,
      state: EDGE_STATE.word(state),
      residual,
      name: user === undefined ? null : (user.label ?? user.toolName ?? user.kind.replaceAll("_", " ")),
    };
  });
  return { uses, usesTotal };
}

export type BlockResult = z.output<(typeof route)["response"]>;

/** What the process that serves everybody reads of a block itself: characters of its text, and its residencies. */
const CHARS_HERE_MAX = 1_000_000;
const RESIDENCIES_HERE_MAX = 500;

interface BlockQuery {
  readonly offset: number;
  readonly limit: number;
  readonly value?: string | undefined;
}

const SHOWN_CHARS = 4_000;
const AROUND_CHARS = 240;

export async function getBlock(
  db: Database,
  project: string,
  id: string,
  blockId: string,
  { offset, limit, value }: BlockQuery,
): Promise<BlockResult> {
  const { row, analysed } = await findAnalysed(db, project, id);
  const { sessionId } = row;
  const found = await db.block.findFirst({ where: { sessionId, id: blockId } });
  if (found === null) throw notFound("the block");
  const block = blockCodec.fromRow(found);
  const [rows, related, used] = await Promise.all([
    db.residency.findMany({ where: { sessionId, block: block.no }, orderBy: { no: "asc" } }),
    readRelatedBlocks(db, sessionId, block),
    analysed ? readUses(db, sessionId, block.no) : { uses: null, usesTotal: null },
  ]);
  const residencies = await addCauses(db, sessionId, rows.map(residencyCodec.fromRow));
  const shown = [{ block, residency: null }, ...residencies.map((residency) => ({ block, residency }))];
  const texts = await readContents(db, sessionId, listHashesToRead(shown));
  const full = findStandingText(block, null, texts);
  return {
    block: {
      ...describeStandingBlock(block, full),
      chars: block.chars,
    },
    content: cutContent(full, offset, limit),
    around: full === undefined || value === undefined ? null : cutTextAround(full, value, AROUND_CHARS),
    residencies: residencies.map((residency) => ({
      from: residency.from,
      to: residency.to,
      mode: residency.mode,
      ...answerEntryFacts(residency),
      tokens: residency.tokens,
      provenance: residency.provenance,
      shown: isStandIn(residency)
        ? (findStandingText(block, residency, texts)?.slice(0, SHOWN_CHARS) ?? null)
        : null,
      eviction: describeEviction(residency, block),
    })),
    related,
    ...used,
  };
}

/** See {@link askBlock}. */
export function buildBlock(
  db: Database,
  project: string,
  id: string,
  { block, ...query }: BlockQuery & { readonly block: string },
): Promise<BlockResult> {
  return getBlock(db, project, id, block, query);
}

async function isSmall(
  db: Database,
  project: string,
  id: string,
  { block }: { readonly block: string },
): Promise<boolean> {
  const { sessionId } = await findSession(db, project, id);
  const row = await db.block.findFirst({
    where: { sessionId, id: block },
    select: { no: true, chars: true },
  });
  if (row === null) return true;
  if ((row.chars ?? 0) > CHARS_HERE_MAX) return false;
  const where = { sessionId, block: row.no };
  return (await db.residency.count({ where, take: RESIDENCIES_HERE_MAX + 1 })) <= RESIDENCIES_HERE_MAX;
}

/** {@link getBlock} for a page. A long one is read by another process. @throws AppError `not_found`, `unavailable` */
export const askBlock = readInProcess("block", buildBlock, isSmall);

/** The same for its route. */
export const answerBlock = answerInProcess("block", buildBlock, isSmall);

function cutContent(full: string | undefined, offset: number, limit: number): BlockResult["content"] {
  if (full === undefined) return { text: null, offset, totalChars: null };
  const part = cutPartOfText(full, offset, limit);
  return { text: part.text, offset: part.offset, totalChars: full.length };
}

function isStandIn({ hash, text }: { hash: string | null; text: string | null }): boolean {
  return hash !== null || text !== null;
}

async function readRelatedBlocks(
  db: Database,
  sessionId: string,
  { kind, toolCallId: callId }: StoredBlock,
): Promise<BlockResult["related"]> {
  if (callId === null || (kind !== "tool_call" && kind !== "tool_result")) return [];
  const relation = kind === "tool_call" ? "result" : "call";
  const rows = await db.block.findMany({
    where: {
      sessionId,
      ...matchCalls([callId]),
      kind: KIND.of(relation === "call" ? "tool_call" : "tool_result"),
    },
    orderBy: { no: "asc" },
    select: { id: true },
    take: 20,
  });
  return rows.map((row) => ({ relation, blockId: row.id }));
}
