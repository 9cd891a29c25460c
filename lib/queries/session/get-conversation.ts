import type { z } from "zod";
import type { getConversation as route } from "@/lib/api/endpoints/conversation";
import type { SourceKind } from "@/lib/core/vocabulary";
import { USER_KINDS } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { KIND, PROVENANCE } from "@/lib/db/derived/codes";
import type { CostPointRow } from "@/lib/db/reads/exchanges";
import { readCostPoints, sumExchanges } from "@/lib/db/reads/exchanges";
import { readContents } from "@/lib/db/log/read";
import { readTurnRange } from "../reading/turn-range";
import { findSession } from "../reading/find-session";
import {
  describeStandingBlock,
  listHashesToRead,
  cutPreview,
  findStandingText,
} from "../reading/residency-rows";
import { formatIsoTime } from "../reading/session-view";

type Conversation = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;

const PROMPTS_MAX = 2_000;
const TEXT_CHARS_MAX = 4_000;
const LINES_MAX = 2_000;

/** What a call wrote, and what it brought. */
const CALL_KINDS: ReadonlySet<SourceKind> = new Set([
  "assistant_text",
  "thinking",
  "tool_call",
  "tool_result",
]);

/**
 * One page of a session as it was said. What a turn wrote stands after what it first saw, and before what its calls brought:
 *
 *   turn 3: the prompt that it answers | its thinking, text and calls | the results of these calls
 *
 * @throws AppError `not_found`
 */
export async function getConversation(
  db: Database,
  project: string,
  id: string,
  { turn, turns: most }: Query,
): Promise<Conversation> {
  const { sessionId } = await findSession(db, project, id);
  const { first, last } = await readTurnRange(db, sessionId);
  const prompts = await readPrompts(db, sessionId, first ?? 0);
  if (first === null || last === null)
    return {
      ...prompts,
      exchanges: [],
      currency: null,
      from: null,
      to: null,
      previous: null,
      next: null,
      turns: [],
      lines: [],
    };
  const asked = Math.min(Math.max(turn ?? first, first), last);
  const from = first + Math.floor((asked - first) / most) * most;
  const to = Math.min(from + most - 1, last);
  const [rows, lines, exchanges, bill] = await Promise.all([
    db.turn.findMany({ where: { sessionId, turn: { gte: from, lte: to } }, orderBy: { turn: "asc" } }),
    readLines(db, sessionId, { from, to, isFirst: from === first }),
    sumExchanges(
      db,
      sessionId,
      prompts.prompts.map((prompt) => prompt.turn),
    ),
    readCostPoints(db, sessionId),
  ]);
  return {
    ...prompts,
    exchanges: exchanges.map((one) => ({
      ...one,
      startedAt: formatIsoTime(one.startedAt),
      endedAt: formatIsoTime(one.endedAt),
      cost: sumCostWithin(bill?.points ?? null, one),
    })),
    currency: bill?.currency ?? null,
    from,
    to,
    previous: from === first ? null : from - 1,
    next: to === last ? null : to + 1,
    turns: rows.map((row) => ({
      turn: row.turn,
      at: formatIsoTime(row.at),
      windowTokens: row.windowTokens,
      provenance: PROVENANCE.word(row.provenance),
      delta: row.delta,
      evictions: row.evictions,
      evictedTokens: row.evictedTokens,
      compactions: row.compactions,
      model: row.model,
    })),
    lines,
  };
}

/** `null` where a point of the bill is of turns inside and outside. */
function sumCostWithin(
  points: readonly CostPointRow[] | null,
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  if (points === null) return null;
  const within = points.filter((point) => point.to >= from && point.from <= to);
  if (within.length === 0 || within.some((point) => point.from < from || point.to > to)) return null;
  return within.reduce((sum, { cost }) => sum + cost, 0);
}

async function readPrompts(
  db: Database,
  sessionId: string,
  first: number,
): Promise<Pick<Conversation, "prompts" | "promptsTotal">> {
  const where = { sessionId, kind: { in: [...USER_KINDS].map((kind) => KIND.of(kind)) } };
  const [rows, total] = await Promise.all([
    db.block.findMany({ where, orderBy: { no: "asc" }, take: PROMPTS_MAX }),
    db.block.count({ where }),
  ]);
  const blocks = rows.map((row) => blockCodec.fromRow(row));
  const texts = await readContents(db, sessionId, listHashesToRead(blocks.map(describeAlone)));
  return {
    prompts: blocks.map((block) => ({
      turn: turnOf(block, first),
      blockId: block.id,
      preview: cutPreview(findStandingText(block, null, texts)),
    })),
    promptsTotal: total,
  };
}

interface Page {
  readonly from: number;
  readonly to: number;
  readonly isFirst: boolean;
}

async function readLines(
  db: Database,
  sessionId: string,
  { from, to, isFirst }: Page,
): Promise<Conversation["lines"]> {
  const rows = await db.block.findMany({
    where: {
      sessionId,
      OR: [{ createdTurn: { gte: from - 1, lte: to } }, ...(isFirst ? [{ createdTurn: null }] : [])],
    },
    orderBy: { no: "asc" },
    take: LINES_MAX,
  });
  const placed = rows
    .map((row) => blockCodec.fromRow(row))
    .map((block) => ({ block, turn: turnOf(block, from) }))
    .filter(({ turn }) => turn >= from && turn <= to)
    .toSorted(
      (a, b) => a.turn - b.turn || rankStage(a.block) - rankStage(b.block) || a.block.no - b.block.no,
    );
  const texts = await readContents(
    db,
    sessionId,
    listHashesToRead(placed.map(({ block }) => describeAlone(block))),
  );
  return placed.map(({ block, turn }) => {
    const text = findStandingText(block, null, texts);
    return {
      ...describeStandingBlock(block, text),
      turn,
      text: text?.slice(0, TEXT_CHARS_MAX).toWellFormed() ?? null,
      chars: block.chars,
    };
  });
}

function describeAlone(block: StoredBlock) {
  return { block, residency: null };
}

/** A prompt that came after a call is first seen by the next one; a result belongs to the turn that called. */
function turnOf({ kind, createdTurn }: StoredBlock, first: number): number {
  if (createdTurn === null) return first;
  return CALL_KINDS.has(kind) ? createdTurn : createdTurn + 1;
}

/** What came in, then what the model wrote and what its calls brought, as the record has them. */
function rankStage({ kind }: StoredBlock): number {
  return CALL_KINDS.has(kind) ? 1 : 0;
}
