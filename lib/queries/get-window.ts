import type { z } from "zod";
import type { getWindow as route } from "@/lib/api/endpoints/sessions";
import type { WindowEntryResult } from "@/lib/api/schemas";
import type { Database } from "@/lib/db/client";
import { MODE } from "@/lib/db/derived/codes";
import type { Block as BlockRow, Residency as ResidencyRow } from "@/lib/db/generated/client";
import { readContents } from "@/lib/db/log/read";
import { notFound } from "@/lib/errors";
import { findSession } from "./find-session";
import { blockPart, evictionOf, hashesToRead, previewOf, provenanceOf, textOf } from "./standing-rows";
import { detailOf } from "./turn-view";

export type WindowResult = z.output<(typeof route)["response"]>;

/** The content that one answer may carry. */
const CONTENT_CHARS_MAX = 4_000_000;

/** What the model saw at a turn, in order, and what changed since the turn before. */
export async function getWindow(
  db: Database,
  project: string,
  id: string,
  turn: number,
  withContent: boolean,
): Promise<WindowResult> {
  const { sessionId } = await findSession(db, project, id);
  const row = await db.turn.findUnique({ where: { sessionId_turn: { sessionId, turn } } });
  if (row === null) throw notFound(`turn ${turn}`);
  const [standing, ended, previous, next] = await Promise.all([
    db.residency.findMany({
      where: { sessionId, fromTurn: { lte: turn }, OR: [{ toTurn: null }, { toTurn: { gte: turn } }] },
      orderBy: { rank: "asc" },
    }),
    db.residency.findMany({ where: { sessionId, evictedTurn: turn }, orderBy: { rank: "asc" } }),
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
  const outputNos = outputOf(row.extra);
  const blocks = await blocksByNo(
    db,
    sessionId,
    [...standing, ...ended].map((r) => r.block).concat(outputNos),
  );
  const shownBlocks = standing.map((residency) => ({ block: blocks.get(residency.block), residency }));
  const produced = outputNos.map((no) => ({ block: blocks.get(no), residency: null }));
  const texts = await readContents(db, sessionId, hashesToRead([...shownBlocks, ...produced]));
  const budget = { left: withContent ? CONTENT_CHARS_MAX : 0, cut: false };
  const detail = detailOf(row);
  const shown = row.windowKnown ? standing : [];
  return {
    turn: detail,
    bySource: detail.bySource,
    entries: shown.flatMap((residency) =>
      entryOf(residency, blocks.get(residency.block), texts, withContent ? budget : null),
    ),
    residual: row.residual,
    windowTokens: row.windowTokens,
    provenance: detail.provenance,
    entered: shown
      .filter((r) => r.since === turn && r.fromTurn === turn)
      .flatMap((r) => blocks.get(r.block)?.id ?? []),
    left: ended.flatMap((residency) => {
      const block = blocks.get(residency.block);
      return block === undefined ? [] : (evictionOf(residency, block) ?? []);
    }),
    changed: shown
      .filter((r) => r.since < turn && r.fromTurn === turn && !r.continues)
      .flatMap((r) => changeOf(r, blocks.get(r.block), ended)),
    output: outputNos.flatMap((no) => {
      const block = blocks.get(no);
      if (block === undefined) return [];
      const preview = previewOf(textOf(block, null, texts));
      return [
        { ...blockPart(block), tokens: block.tokens, provenance: provenanceOf(block.provenance), preview },
      ];
    }),
    previousTurn: previous?.turn ?? null,
    nextTurn: next?.turn ?? null,
    contentTruncated: budget.cut,
  };
}

/** Rows of blocks by their number. */
export async function blocksByNo(
  db: Database,
  sessionId: string,
  numbers: readonly number[],
): Promise<Map<number, BlockRow>> {
  const rows = await db.block.findMany({ where: { sessionId, no: { in: [...new Set(numbers)] } } });
  return new Map(rows.map((row) => [row.no, row]));
}

function outputOf(extra: unknown): number[] {
  const output = (extra as { output?: unknown } | null)?.output;
  return Array.isArray(output) ? output.filter((no): no is number => typeof no === "number") : [];
}

function entryOf(
  residency: ResidencyRow,
  block: BlockRow | undefined,
  texts: ReadonlyMap<string, string>,
  budget: { left: number; cut: boolean } | null,
): WindowEntryResult[] {
  if (block === undefined) return [];
  const text = textOf(block, residency, texts);
  const entry: WindowEntryResult = {
    ...blockPart(block),
    mode: MODE.word(residency.mode),
    tokens: residency.tokens,
    provenance: provenanceOf(residency.provenance),
    enteredTurn: residency.since,
    preview: previewOf(text),
  };
  if (budget === null) return [entry];
  const fits = (text?.length ?? 0) <= budget.left;
  if (fits) budget.left -= text?.length ?? 0;
  else budget.cut = true;
  return [{ ...entry, content: fits ? (text ?? null) : null }];
}

function changeOf(
  residency: ResidencyRow,
  block: BlockRow | undefined,
  ended: readonly ResidencyRow[],
): WindowResult["changed"] {
  if (block === undefined) return [];
  const before = ended.find((r) => r.block === residency.block);
  return [
    {
      blockId: block.id,
      fromMode: before === undefined ? "reference" : MODE.word(before.mode),
      toMode: MODE.word(residency.mode),
    },
  ];
}
