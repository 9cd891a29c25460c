import { z } from "zod";
import type { getPlan as route } from "@/lib/api/endpoints/plan";
import { planSchema } from "@/lib/api/endpoints/plan";
import type { UseState } from "@/lib/core/evidence/use-state";
import { countUses } from "@/lib/core/evidence/use-state";
import { groupBy } from "@/lib/core/group-by";
import { isOfTurns } from "@/lib/core/trace/fold/finish";
import type { Database } from "@/lib/db/client";
import type { StoredBlock } from "@/lib/db/derived/block-rows";
import { EDGE_STATE, MODE } from "@/lib/db/derived/codes";
import type { Edge as EdgeRow } from "@/lib/db/generated/client";
import { readContents } from "@/lib/db/log/read";
import { readFirstSteps, planHeads } from "@/lib/db/reads/plans";
import { runEachInSlices } from "@/lib/db/slices";
import { findAnalysed } from "../reading/find-analysed";
import { buildBlockHints } from "../reading/block-hints";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { listHashesToRead, cutPreview, findStandingText } from "../reading/residency-rows";

export type PlanResult = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;
type PlanPart = PlanResult["plans"][number];

/** Steps that an answer holds: of one plan, and of all. The newest plans come first. */
const STEPS_MAX = 1_000;
const STEPS_OF_ALL_MAX = 2_000;
const RESIDENCIES_MAX = 200;

/** The stored form of a plan: blocks by number. Stored plans may be from an older program, so they are validated. */
const blockNo = z.int().nullable();
const planColumn = planSchema.omit({ stepsTotal: true }).extend({
  revisions: z.array(planSchema.shape.revisions.element.omit({ blockId: true }).extend({ block: blockNo })),
  presence: z.array(planSchema.shape.presence.element.omit({ blockId: true }).extend({ block: blockNo })),
  steps: z.array(
    planSchema.shape.steps.element
      .omit({ status: true, startedBy: true })
      .extend({ startedBy: blockNo.default(null) }),
  ),
});

export async function getPlan(db: Database, project: string, id: string, query: Query): Promise<PlanResult> {
  const { row, analysed, analysedTurn, isKnown, pending } = await findAnalysed(db, project, id);
  const { sessionId } = row;
  const where = {
    sessionId,
    turn: { gte: query.from ?? 0, ...(query.to !== undefined && { lte: query.to }) },
    ...(query.state !== undefined && filterByState(query.state)),
    ...(query.kind !== undefined && { declared: query.kind === "declared" }),
  };
  const [edges, total, states, stored, last] = await Promise.all([
    db.edge.findMany({
      where,
      orderBy: [{ state: "desc" }, { no: "asc" }, { fromBlock: "asc" }],
      take: query.limit,
      skip: query.offset,
    }),
    db.edge.count({ where }),
    db.edge.groupBy({
      by: ["state", "residual"],
      where: { sessionId, executed: true },
      _count: { _all: true },
      orderBy: { state: "asc" },
    }),
    readStoredPlans(db, sessionId),
    db.turn.aggregate({ where: { sessionId }, _max: { turn: true } }),
  ]);
  const numbers = [
    ...edges.flatMap(listBlocksOfEdge),
    ...stored.flatMap(({ plan }) => listBlocksOfPlan(plan)),
  ];
  const blocks = await readBlocksByNo(db, sessionId, numbers);
  const name = (no: number | null) => (no === null ? null : (blocks.get(no)?.id ?? null));
  return {
    analysed,
    analysedAsOfTurn: analysedTurn,
    pending,
    plans: stored.map(({ plan, stepsTotal }) => planOf(plan, stepsTotal, name)),
    edges: edges.map((edge) => describeEdge(edge, name)),
    total: isKnown ? total : null,
    counts: !isKnown
      ? null
      : countUses(
          states.map(({ state, residual, _count }) => ({
            state: EDGE_STATE.word(state),
            residual,
            executed: true,
            times: _count._all,
          })),
        ),
    blocks: await describe(db, sessionId, [...blocks.values()]),
    lastTurn: last._max.turn,
  };
}

/** The states of uses that are stored apart: a residual use is a dangling one with a mark. */
function filterByState(state: UseState) {
  if (state === "residual") return { state: EDGE_STATE.of("dangling"), residual: true };
  return { state: EDGE_STATE.of(state), ...(state === "dangling" && { residual: false }) };
}

interface StoredPlan {
  readonly plan: z.infer<typeof planColumn>;
  readonly stepsTotal: number;
}

/** Plans with as many steps as an answer may hold. The database leaves out the others: to read them takes long. */
async function readStoredPlans(db: Database, sessionId: string): Promise<StoredPlan[]> {
  const heads = await planHeads(db, sessionId);
  let room = STEPS_OF_ALL_MAX;
  const shown = new Map<number, number>();
  for (const { no, total } of heads.toReversed()) {
    const count = Math.min(total, STEPS_MAX, room);
    room -= count;
    if (count > 0) shown.set(no, count);
  }
  const steps = await readFirstSteps(db, sessionId, [...shown.keys()], STEPS_MAX);
  const ofPlan = new Map(steps.map((row) => [row.no, row.steps.slice(0, shown.get(row.no))]));
  const stored: StoredPlan[] = [];
  await runEachInSlices(heads, ({ no, body, total }) => {
    const plan = planColumn.parse({ ...body, steps: ofPlan.get(no) ?? [] });
    stored.push({ plan, stepsTotal: total });
  });
  return stored;
}

function listBlocksOfEdge({ fromBlock, block, residualBlock, refetchedBy }: EdgeRow): number[] {
  return [fromBlock, block, residualBlock, refetchedBy].filter((no) => no !== null);
}

function listBlocksOfPlan({ revisions, presence, steps }: z.infer<typeof planColumn>): number[] {
  const stating = [...revisions, ...presence].flatMap(({ block }) => block ?? []);
  return [...stating, ...steps.flatMap(({ startedBy }) => startedBy ?? [])];
}

type NameOf = (block: number | null) => string | null;

function planOf(
  { steps, revisions, presence, ...plan }: z.infer<typeof planColumn>,
  stepsTotal: number,
  name: NameOf,
): PlanPart {
  return {
    ...plan,
    steps: steps.map((step) => ({
      ...step,
      status: step.changes.at(-1)?.status ?? "pending",
      startedBy: name(step.startedBy),
    })),
    stepsTotal,
    revisions: revisions.map(({ block, ...revision }) => ({ ...revision, blockId: name(block) })),
    presence: presence.map(({ block, ...run }) => ({ ...run, blockId: name(block) ?? "" })),
  };
}

function describeEdge(edge: EdgeRow, name: NameOf): PlanResult["edges"][number] {
  return {
    id: edge.id,
    from: name(edge.fromBlock) ?? "",
    to: { turn: edge.turn, planId: edge.plan, step: edge.step, blockId: name(edge.block) },
    kind: edge.declared ? "declared" : "inferred",
    executed: edge.executed,
    matched: z.array(z.string()).catch([]).parse(edge.matched),
    matches: edge.matches,
    confidence: edge.confidence,
    state: EDGE_STATE.word(edge.state),
    residual: edge.residual,
    residualBlock: name(edge.residualBlock),
    refetchedBy: name(edge.refetchedBy),
    leftTurn: edge.leftTurn,
  };
}

async function describe(
  db: Database,
  sessionId: string,
  blocks: readonly StoredBlock[],
): Promise<PlanResult["blocks"]> {
  const shown = blocks.map((block) => ({ block, residency: null }));
  const [texts, residencies] = await Promise.all([
    readContents(db, sessionId, listHashesToRead(shown)),
    db.residency.findMany({
      where: { sessionId, block: { in: blocks.map(({ no }) => no) } },
      select: { block: true, fromTurn: true, toTurn: true, mode: true },
      orderBy: { no: "asc" },
    }),
  ]);
  const ofBlock = groupBy(residencies, ({ block }) => block);
  const hints = buildBlockHints(blocks, texts);
  return blocks.map((block, i) => ({
    blockId: block.id,
    sourceKind: block.kind,
    toolName: block.toolName,
    label: block.label,
    tokens: block.tokens,
    preview: cutPreview(findStandingText(block, null, texts)),
    hint: hints[i] ?? "",
    createdTurn: block.createdTurn,
    residencies: (ofBlock.get(block.no) ?? [])
      .filter(({ fromTurn, toTurn }) => isOfTurns({ from: fromTurn, to: toTurn }))
      .slice(0, RESIDENCIES_MAX)
      .map(({ fromTurn, toTurn, mode }) => ({ from: fromTurn, to: toTurn, mode: MODE.word(mode) })),
  }));
}
