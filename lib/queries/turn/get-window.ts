import type { z } from "zod";
import type { getWindow as route } from "@/lib/api/endpoints/window";
import { WINDOW_CHANGES_MAX } from "@/lib/api/endpoints/window";
import type { WindowEntryResult } from "@/lib/api/schemas/window";
import { ENTRY_FACTS } from "@/lib/core/trace/block-facts";
import { makeAnswerer } from "@/lib/core/trace/fact";
import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import type { StoredResidency } from "@/lib/db/derived/residency-rows";
import { residencyCodec } from "@/lib/db/derived/residency-rows";
import type { Turn as TurnRow } from "@/lib/db/generated/client";
import { turnCodec } from "@/lib/db/derived/turn-rows";
import { readContents } from "@/lib/db/log/read";
import { countBlocksByKind, countCharsOfWindow } from "@/lib/db/reads/residencies";
import { chooseBudget, projectNext } from "@/lib/core/window/projected-next";
import { notFound } from "@/lib/errors";
import { readFindingSettings } from "@/lib/db/finding-settings";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findSession } from "../reading/find-session";
import { answerInProcess, readInProcess } from "../reading/read-in-process";
import { readSessionCost } from "../session/session-cost";
import {
  describeStandingBlock,
  describeEviction,
  listHashesToRead,
  findStandingText,
} from "../reading/residency-rows";
import { buildDetail } from "../reading/turn-view";
import { readWindowChanges } from "./window-changes";

const answerEntryFacts = makeAnswerer(ENTRY_FACTS);

export type WindowResult = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;

const CONTENT_CHARS_MAX = 4_000_000;

/** A page of what the model saw at a turn, in order, and what changed since the previous turn. */
export async function getWindow(
  db: Database,
  project: string,
  id: string,
  turn: number,
  query: Query,
): Promise<WindowResult> {
  const session = await findSession(db, project, id);
  const { sessionId } = session;
  const row = await db.turn.findFirst({ where: { sessionId, turn } });
  if (row === null) throw notFound(`turn ${turn}`);
  const [standing, changes, blocksBySource, neighbours, settings, costs] = await Promise.all([
    row.windowKnown ? readStanding(db, row, query) : [],
    readWindowChanges(db, row),
    row.windowKnown ? countBlocksByKind(db, row) : {},
    readNeighbours(db, row),
    readFindingSettings(db, session.projectId),
    readSessionCost(db, project, sessionId, turn),
  ]);
  const stored = turnCodec.fromRow(row);
  const outputNos = stored.turn.output;
  const blocks = await readBlocksByNo(
    db,
    sessionId,
    [...standing, ...changes.ended, ...changes.begun].map((r) => r.block).concat(outputNos),
  );
  const shown = standing.map((residency) => ({ block: blocks.get(residency.block), residency }));
  const produced = outputNos.map((no) => ({ block: blocks.get(no), residency: null }));
  const texts = await readContents(db, sessionId, listHashesToRead([...shown, ...produced]));
  const withContent = query.content === "1";
  const budget = { left: CONTENT_CHARS_MAX, cut: false };
  const detail = buildDetail(stored, settings.spikeTokens);
  const idOf = (residency: StoredResidency) => blocks.get(residency.block)?.id ?? [];
  return {
    turn: detail,
    costs,
    bySource: detail.bySource,
    blocksBySource,
    entries: shown.flatMap(({ residency, block }) =>
      describeEntry(residency, block, texts, withContent ? budget : null),
    ),
    offset: query.offset,
    total: row.windowKnown ? row.entries : 0,
    residual: row.residual,
    windowTokens: row.windowTokens,
    provenance: detail.provenance,
    entered: changes.begun.filter((r) => r.since === turn).flatMap(idOf),
    left: changes.ended.flatMap((residency) => {
      const block = blocks.get(residency.block);
      return block === undefined ? [] : (describeEviction(residency, block) ?? []);
    }),
    changed: changes.begun
      .filter((r) => r.since < turn && !r.continues)
      .flatMap((r) => {
        const block = blocks.get(r.block);
        if (block === undefined) return [];
        return [{ blockId: block.id, fromMode: changes.modeBefore(r.block), toMode: r.mode }];
      }),
    counts: { entered: row.entered, left: row.left, changed: row.changed, evictions: row.evictions },
    output: outputNos.flatMap((no) => {
      const block = blocks.get(no);
      if (block === undefined) return [];
      return [describeStandingBlock(block, findStandingText(block, null, texts))];
    }),
    projectedNext: projectNext({
      usage: detail.usage,
      window: { value: row.windowTokens, provenance: detail.provenance },
      outputSizes: outputNos.map((no) => blocks.get(no)?.tokens ?? null),
    }),
    budget: chooseBudget(session.budget, row.contextWindow ?? session.contextWindow, settings),
    ...neighbours,
    contentTruncated: withContent && budget.cut,
  };
}

/**
 * What the process that serves everybody reads of a window itself: entries with those that came and left, and characters
 * of all texts.
 */
const ENTRIES_HERE_MAX = 1_000;
const CHARS_HERE_MAX = 2_000_000;

type TurnQuery = Query & { readonly of: number };

/** See {@link askWindow}. */
export function buildWindowAtTurn(
  db: Database,
  project: string,
  id: string,
  { of, ...query }: TurnQuery,
): Promise<WindowResult> {
  return getWindow(db, project, id, of, query);
}

async function isSmall(
  db: Database,
  project: string,
  id: string,
  { of, limit }: TurnQuery,
): Promise<boolean> {
  const { sessionId } = await findSession(db, project, id);
  const row = await db.turn.findFirst({ where: { sessionId, turn: of } });
  if (row === null) return true;
  const begun = Math.min(row.entered + row.changed, WINDOW_CHANGES_MAX);
  const changed = begun + Math.min(row.left, WINDOW_CHANGES_MAX);
  if (Math.min(limit, row.entries) + changed > ENTRIES_HERE_MAX) return false;
  return (await countCharsOfWindow(db, sessionId, of, turnCodec.fromRow(row).turn.output)) <= CHARS_HERE_MAX;
}

/**
 * {@link getWindow} for a page, of the turn `of`. One with many entries or long texts is read by another process.
 * @throws AppError `not_found`, `unavailable`
 */
export const askWindow = readInProcess("window", buildWindowAtTurn, isSmall);

/** The same for its route. */
export const answerWindow = answerInProcess("window", buildWindowAtTurn, isSmall);

async function readStanding(
  db: Database,
  { sessionId, turn }: TurnRow,
  { order, offset, limit }: Query,
): Promise<StoredResidency[]> {
  const rows = await db.residency.findMany({
    where: { sessionId, fromTurn: { lte: turn }, OR: [{ toTurn: null }, { toTurn: { gte: turn } }] },
    orderBy: [
      ...(order === "tokens" ? [{ tokens: { sort: "desc", nulls: "last" } } as const] : []),
      { rank: "asc" },
      { no: "asc" },
    ],
    skip: offset,
    take: limit,
  });
  return rows.map(residencyCodec.fromRow);
}

async function readNeighbours(db: Database, { sessionId, turn }: TurnRow) {
  const [previous, next] = await Promise.all([
    db.turn.findFirst({
      where: { sessionId, turn: { lt: turn } },
      orderBy: { turn: "desc" },
      select: { turn: true },
    }),
    db.turn.findFirst({
      where: { sessionId, turn: { gt: turn } },
      orderBy: { turn: "asc" },
      select: { turn: true },
    }),
  ]);
  return { previousTurn: previous?.turn ?? null, nextTurn: next?.turn ?? null };
}

function describeEntry(
  residency: StoredResidency,
  block: StoredBlock | undefined,
  texts: ReadonlyMap<string, string>,
  budget: { left: number; cut: boolean } | null,
): WindowEntryResult[] {
  if (block === undefined) return [];
  const text = findStandingText(block, residency, texts);
  const entry: WindowEntryResult = {
    ...describeStandingBlock(block, text),
    mode: residency.mode,
    ...answerEntryFacts(residency),
    tokens: residency.tokens,
    provenance: residency.provenance,
    enteredTurn: residency.since,
  };
  if (budget === null) return [entry];
  const fits = (text?.length ?? 0) <= budget.left;
  if (fits) budget.left -= text?.length ?? 0;
  else budget.cut = true;
  return [{ ...entry, content: fits ? (text ?? null) : null }];
}
