import type { z } from "zod";
import type { listLanes as route } from "@/lib/api/endpoints/lanes";
import type { Cause } from "@/lib/core/trace/cause";
import type { Database } from "@/lib/db/client";
import { blockCodec } from "@/lib/db/derived/block-rows";
import type { StoredEviction, StoredLife } from "@/lib/db/derived/residency-rows";
import { readLife, NOT_OF_LIFE } from "@/lib/db/derived/residency-rows";
import { readContents } from "@/lib/db/log/read";
import { countResidencies } from "@/lib/db/reads/residencies";
import { addCauses } from "../reading/eviction-causes";
import { readTurnRange } from "../reading/turn-range";
import { buildBlockHints, listArgumentHashes } from "../reading/block-hints";
import { findAnalysed } from "../reading/find-analysed";
import { findSession } from "../reading/find-session";
import type { FindUses } from "../reading/needed-by";
import { listAbsences, readUses } from "../reading/needed-by";
import { answerInProcess, readInProcess } from "../reading/read-in-process";

export type StoredLaneColumns = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;

const ARGUMENTS_READ = 2_000;
/**
 * A page with more residencies is read in another process. Blocks that come and go at every turn have so
 * many.
 */
const RESIDENCIES_HERE_MAX = 3_000;

export async function readLanes(
  db: Database,
  project: string,
  id: string,
  { offset, limit }: Query,
): Promise<StoredLaneColumns> {
  const { row, analysed, analysedTurn } = await findAnalysed(db, project, id);
  const { sessionId, blocks: total } = row;
  const [rows, found, range] = await Promise.all([
    db.block.findMany({
      where: { sessionId, no: { gte: offset, lt: offset + limit } },
      orderBy: { no: "asc" },
    }),
    db.residency.findMany({
      where: { sessionId, block: { gte: offset, lt: offset + limit } },
      orderBy: [{ block: "asc" }, { fromTurn: "asc" }, { no: "asc" }],
      omit: NOT_OF_LIFE,
    }),
    readTurnRange(db, sessionId),
  ]);
  const blocks = rows.map(blockCodec.fromRow);
  const residencies = await addCauses(db, sessionId, found.map(readLife));
  const usesOf = analysedTurn !== null ? await readUses(db, sessionId, listAbsences(residencies)) : null;
  const words = new Words();
  const hints = buildBlockHints(
    blocks,
    await readContents(db, sessionId, listArgumentHashes(blocks, ARGUMENTS_READ)),
  );
  const place = new Map(blocks.map(({ no }, i) => [no, i]));
  return {
    total,
    offset,
    analysed,
    firstTurn: range.first,
    lastTurn: range.last,
    blocks: {
      id: blocks.map((block) => block.id),
      kind: blocks.map((block) => words.of(block.kind)),
      tool: blocks.map((block) => words.of(block.toolName)),
      label: blocks.map((block) => words.of(block.label)),
      hint: hints,
      tokens: blocks.map((block) => block.tokens),
    },
    ...readLives(residencies, place, words, usesOf),
    words: words.list,
  };
}

/**
 * Runs in another process for a large page.
 * @throws AppError `not_found`, `unavailable`
 */
export const listLanes = readInProcess("lanes", readLanes, hasFewResidencies);

/** {@link listLanes} for its route. @throws AppError `not_found`, `unavailable` */
export const answerLanes = answerInProcess("lanes", readLanes, hasFewResidencies);

async function hasFewResidencies(
  db: Database,
  project: string,
  id: string,
  { offset, limit }: Query,
): Promise<boolean> {
  const { sessionId, turns, blocks } = await findSession(db, project, id);
  if (turns * Math.min(blocks, limit) <= RESIDENCIES_HERE_MAX) return true;
  const count = await countResidencies(db, sessionId, { offset, limit }, RESIDENCIES_HERE_MAX + 1);
  return count <= RESIDENCIES_HERE_MAX;
}

type EvictionColumns = Omit<StoredLaneColumns["evictions"], "neededAt">;

function readLives(
  rows: readonly StoredLife[],
  place: ReadonlyMap<number, number>,
  words: Words,
  usesOf: FindUses | null,
): Pick<StoredLaneColumns, "residencies" | "evictions"> {
  const residencies: StoredLaneColumns["residencies"] = { block: [], mode: [], from: [], to: [] };
  const evictions = makeNoEvictions();
  const neededAt: number[][] = [];
  let last: StoredLife | null = null;
  for (const row of rows) {
    const block = place.get(row.block);
    if (block === undefined) continue;
    if (last !== null && isContinued(last, row)) residencies.to[residencies.to.length - 1] = row.to;
    else {
      residencies.block.push(block);
      residencies.mode.push(words.of(row.mode));
      residencies.from.push(row.from);
      residencies.to.push(row.to);
    }
    last = row;
    if (row.eviction === null) continue;
    pushEviction(evictions, row.eviction, residencies.block.length - 1, words);
    const uses = usesOf?.(row.block, row.eviction.turn) ?? [];
    const missed = uses.filter(({ state }) => state !== "refetched").map(({ turn }) => turn);
    neededAt.push([...new Set(missed)].sort((a, b) => a - b));
  }
  return { residencies, evictions: { ...evictions, neededAt: usesOf === null ? null : neededAt } };
}

/** A block that only moved, or whose text changed, stays in the same run. */
function isContinued(before: StoredLife, row: StoredLife): boolean {
  return before.block === row.block && row.continues && before.mode === row.mode && before.eviction === null;
}

function makeNoEvictions(): EvictionColumns {
  return {
    residency: [],
    turn: [],
    how: [],
    toMode: [],
    freed: [],
    provenance: [],
    cause: [],
    reference: [],
    restorable: [],
    reentered: [],
    refetched: [],
    refetchedAs: [],
    compaction: [],
  };
}

function pushEviction(to: EvictionColumns, eviction: StoredEviction, residency: number, words: Words): void {
  to.residency.push(residency);
  to.turn.push(eviction.turn);
  to.how.push(words.of(eviction.how));
  to.toMode.push(words.of(eviction.toMode));
  to.freed.push(eviction.tokensFreed);
  to.provenance.push(words.of(eviction.cause?.provenance ?? "derived"));
  to.cause.push(words.of(describeStatedCause(eviction.cause)));
  to.reference.push(words.of(eviction.reference?.kind ?? null));
  to.restorable.push(eviction.restorable);
  to.reentered.push(eviction.reenteredTurn);
  to.refetched.push(eviction.refetchedTurn);
  to.refetchedAs.push(words.of(eviction.refetchOutcome));
  to.compaction.push(eviction.compaction ?? -1);
}

/** Longer causes are cut here. The eviction's panel shows them as a whole. */
const CAUSE_CHARS = 120;

function describeStatedCause(cause: Cause | null): string | null {
  const stated = [cause?.policy, cause?.rule, cause?.reason].filter((part) => part != null);
  return stated.length === 0 ? null : stated.join(" · ").slice(0, CAUSE_CHARS);
}

/** Numbers words in the order of first mention; -1 for `null`. */
class Words {
  readonly list: string[] = [];
  private readonly places = new Map<string, number>();

  of(word: string | null): number {
    if (word === null) return -1;
    const known = this.places.get(word);
    if (known !== undefined) return known;
    this.places.set(word, this.list.length);
    return this.list.push(word) - 1;
  }
}
