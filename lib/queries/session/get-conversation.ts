import type { z } from "zod";
import type { getConversation as route } from "@/lib/api/endpoints/conversation";
import { COMPACTIONS_LISTED, PROMPTS_LISTED } from "@/lib/api/endpoints/conversation";
import type { SourceKind } from "@/lib/core/vocabulary";
import { USER_KINDS } from "@/lib/core/vocabulary";
import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { KIND, PROVENANCE } from "@/lib/db/derived/codes";
import type { CostPointRow, PromptStart } from "@/lib/db/reads/exchanges";
import { readCostPoints, readPromptStarts, sumExchanges } from "@/lib/db/reads/exchanges";
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

/** Of more prompts than these nobody asks where they are. */
const PROMPTS_PLACED_MAX = 20_000;
const PROMPT_KINDS = [...USER_KINDS].map((kind) => KIND.of(kind));
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
  { turn, turns: turnsMax, prompt }: Query,
): Promise<Conversation> {
  const { sessionId } = await findSession(db, project, id);
  const { first, last } = await readTurnRange(db, sessionId);
  const starts = await readPromptStarts(db, sessionId, PROMPT_KINDS, first ?? 0, PROMPTS_PLACED_MAX);
  if (first === null || last === null)
    return {
      ...(await readPrompts(db, sessionId, starts, prompt ?? 0)),
      exchanges: [],
      exchangesBefore: 0,
      exchangesTotal: null,
      compacted: [],
      currency: null,
      from: null,
      to: null,
      previous: null,
      next: null,
      turns: [],
      lines: [],
    };
  const askedTurn = Math.min(Math.max(turn ?? first, first), last);
  const from = first + Math.floor((askedTurn - first) / turnsMax) * turnsMax;
  const to = Math.min(from + turnsMax - 1, last);
  const promptHere = starts.findLastIndex((start) => start.turn <= from);
  const firsts = [...new Set(starts.map((start) => start.turn))].sort((a, b) => a - b);
  const [rows, lines, prompts, { exchanges, before, total }, bill, compacted] = await Promise.all([
    db.turn.findMany({ where: { sessionId, turn: { gte: from, lte: to } }, orderBy: { turn: "asc" } }),
    readLines(db, sessionId, { from, to, isFirst: from === first }),
    readPrompts(db, sessionId, starts, prompt ?? promptHere),
    sumExchanges(db, sessionId, firsts, { from, to }),
    readCostPoints(db, sessionId),
    db.turn.findMany({
      where: { sessionId, compactions: { gt: 0 } },
      orderBy: { turn: "asc" },
      take: COMPACTIONS_LISTED,
      select: { turn: true },
    }),
  ]);
  return {
    ...prompts,
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      startedAt: formatIsoTime(exchange.startedAt),
      endedAt: formatIsoTime(exchange.endedAt),
      cost: sumCostWithin(bill?.points ?? null, exchange),
    })),
    exchangesBefore: before,
    exchangesTotal: total,
    compacted: compacted.map((row) => row.turn),
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

/** @param near the number of the prompt in the middle of those that are listed */
async function readPrompts(
  db: Database,
  sessionId: string,
  starts: readonly PromptStart[],
  near: number,
): Promise<Pick<Conversation, "prompts" | "promptsFrom" | "promptsTotal">> {
  const latest = Math.max(0, starts.length - PROMPTS_LISTED);
  const promptsFrom = Math.min(Math.max(0, near - PROMPTS_LISTED / 2), latest);
  const turnByPrompt = new Map(
    starts.slice(promptsFrom, promptsFrom + PROMPTS_LISTED).map(({ no, turn }) => [no, turn]),
  );
  const rows = await db.block.findMany({
    where: { sessionId, no: { in: [...turnByPrompt.keys()] } },
    orderBy: { no: "asc" },
  });
  const blocks = rows.map((row) => blockCodec.fromRow(row));
  const texts = await readContents(db, sessionId, listHashesToRead(blocks.map(describeAlone)));
  return {
    prompts: blocks.map((block) => ({
      turn: turnByPrompt.get(block.no) ?? 0,
      blockId: block.id,
      preview: cutPreview(findStandingText(block, null, texts)),
    })),
    promptsFrom,
    promptsTotal: starts.length,
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
