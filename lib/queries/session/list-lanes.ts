import type { z } from "zod";
import type { listLanes as route } from "@/lib/api/endpoints/lanes";
import { causeSchema } from "@/lib/api/schemas/window";
import { referenceSchema } from "@/lib/core/trace/blocks-schema";
import type { Database } from "@/lib/db/client";
import { FETCH_OUTCOME, HOW, KIND, MODE } from "@/lib/db/derived/codes";
import type { Residency } from "@/lib/db/generated/client";
import { readContents } from "@/lib/db/log/read";
import { countResidencies } from "@/lib/db/reads/residencies";
import { withCauses } from "../reading/eviction-causes";
import { blockHints, hashesOfArguments } from "../reading/block-hints";
import { findAnalysed } from "../reading/find-analysed";
import { findSession } from "../reading/find-session";
import type { FindUses } from "../reading/needed-by";
import { readUses } from "../reading/needed-by";
import { answerInProcess, readInProcess } from "../reading/read-in-process";

export type StoredLaneColumns = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;

const causeColumn = causeSchema
  .pick({ provenance: true, policy: true, rule: true, reason: true })
  .extend({ reference: referenceSchema.pick({ kind: true }) })
  .partial()
  .nullable()
  .catch(null);

const BLOCK_COLUMNS = {
  no: true,
  id: true,
  kind: true,
  toolName: true,
  toolCallId: true,
  label: true,
  tokens: true,
  text: true,
  hash: true,
  extra: true,
} as const;

const ARGUMENTS_READ = 2_000;
/**
 * A page with more residencies is read in another process. Blocks that come and go at every turn have so
 * many.
 */
const RESIDENCIES_HERE_MAX = 3_000;

export async function lanesOf(
  db: Database,
  project: string,
  id: string,
  { offset, limit }: Query,
): Promise<StoredLaneColumns> {
  const { row, analysed, analysedTurn } = await findAnalysed(db, project, id);
  const { sessionId, blocks: total } = row;
  const [blocks, found, range] = await Promise.all([
    db.block.findMany({
      where: { sessionId, no: { gte: offset, lt: offset + limit } },
      select: BLOCK_COLUMNS,
      orderBy: { no: "asc" },
    }),
    db.residency.findMany({
      where: { sessionId, block: { gte: offset, lt: offset + limit } },
      orderBy: [{ block: "asc" }, { fromTurn: "asc" }, { no: "asc" }],
      omit: { hash: true, text: true, reference: true },
    }),
    db.turn.aggregate({ where: { sessionId }, _min: { turn: true }, _max: { turn: true } }),
  ]);
  const residencies = await withCauses(db, sessionId, found);
  const usesOf = analysedTurn !== null ? await readUses(db, sessionId, residencies) : null;
  const words = new Words();
  const hints = blockHints(
    blocks,
    await readContents(db, sessionId, hashesOfArguments(blocks, ARGUMENTS_READ)),
  );
  const place = new Map(blocks.map(({ no }, i) => [no, i]));
  return {
    total,
    offset,
    analysed,
    firstTurn: range._min.turn,
    lastTurn: range._max.turn,
    blocks: {
      id: blocks.map((block) => block.id),
      kind: blocks.map((block) => words.of(KIND.word(block.kind))),
      tool: blocks.map((block) => words.of(block.toolName)),
      label: blocks.map((block) => words.of(block.label)),
      hint: hints,
      tokens: blocks.map((block) => block.tokens),
    },
    ...livesOf(residencies, place, words, usesOf),
    words: words.list,
  };
}

/**
 * Runs in another process for a large page.
 * @throws AppError `not_found`, `unavailable`
 */
export const listLanes = readInProcess("lanes", lanesOf, hasFewResidencies);

/** {@link listLanes} for its route. @throws AppError `not_found`, `unavailable` */
export const answerLanes = answerInProcess("lanes", lanesOf, hasFewResidencies);

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

type Life = Omit<Residency, "hash" | "text" | "reference">;

function livesOf(
  rows: readonly Life[],
  place: ReadonlyMap<number, number>,
  words: Words,
  usesOf: FindUses | null,
): Pick<StoredLaneColumns, "residencies" | "evictions"> {
  const residencies: StoredLaneColumns["residencies"] = { block: [], mode: [], from: [], to: [] };
  const evictions = noEvictions();
  let last: Life | null = null;
  for (const row of rows) {
    const block = place.get(row.block);
    if (block === undefined) continue;
    if (last !== null && goesOn(last, row)) residencies.to[residencies.to.length - 1] = row.toTurn;
    else {
      residencies.block.push(block);
      residencies.mode.push(words.of(MODE.word(row.mode)));
      residencies.from.push(row.fromTurn);
      residencies.to.push(row.toTurn);
    }
    last = row;
    if (row.evictedTurn === null) continue;
    pushEviction(evictions, row, residencies.block.length - 1, words);
    const uses = usesOf?.(row.block, row.evictedTurn) ?? [];
    const missed = uses.filter(({ state }) => state !== "refetched").map(({ turn }) => turn);
    evictions.neededAt.push([...new Set(missed)].sort((a, b) => a - b));
  }
  return { residencies, evictions };
}

/** A block that only moved, or whose text changed, stays in the same run. */
function goesOn(before: Life, row: Life): boolean {
  return (
    before.block === row.block && row.continues && before.mode === row.mode && before.evictedTurn === null
  );
}

function noEvictions(): StoredLaneColumns["evictions"] {
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
    neededAt: [],
  };
}

function pushEviction(to: StoredLaneColumns["evictions"], row: Life, residency: number, words: Words): void {
  const cause = causeColumn.parse(row.cause);
  to.residency.push(residency);
  to.turn.push(row.evictedTurn ?? 0);
  to.how.push(words.of(HOW.word(row.how ?? -1)));
  to.toMode.push(row.toMode === null ? -1 : words.of(MODE.word(row.toMode)));
  to.freed.push(row.tokensFreed);
  to.provenance.push(words.of(cause?.provenance ?? "derived"));
  to.cause.push(words.of(statedCause(cause)));
  to.reference.push(words.of(cause?.reference?.kind ?? null));
  to.restorable.push(row.restorable ?? false);
  to.reentered.push(row.reenteredTurn);
  to.refetched.push(row.refetchedTurn);
  to.refetchedAs.push(row.refetchOutcome === null ? -1 : words.of(FETCH_OUTCOME.word(row.refetchOutcome)));
  to.compaction.push(row.compaction ?? -1);
}

/** Longer causes are cut here. The eviction's panel shows them as a whole. */
const CAUSE_CHARS = 120;

function statedCause(cause: z.output<typeof causeColumn>): string | null {
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
