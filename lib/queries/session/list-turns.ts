import type { z } from "zod";
import type { listTurns as route } from "@/lib/api/endpoints/sessions";
import type { SeriesPointAnswer } from "@/lib/api/schemas/turn";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { chooseBudget } from "@/lib/core/window/projected-next";
import { sumCostOfCalls } from "@/lib/core/pricing/cost";
import { RateCard } from "@/lib/core/pricing/rate-card";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { Database } from "@/lib/db/client";
import type { Thinning } from "@/lib/db/reads/turns";
import { turnBuckets } from "@/lib/db/reads/turns";
import { turnCodec } from "@/lib/db/derived/turn-rows";
import { readFindingSettings } from "@/lib/db/finding-settings";
import type { Session as SessionRow, Turn as TurnRow } from "@/lib/db/generated/client";
import { projectModels } from "@/lib/db/model-settings";
import { findSession } from "../reading/find-session";
import { answerInProcess } from "../reading/read-in-process";
import { buildPoint } from "../reading/turn-view";

export type TurnSeries = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;

/** A bucket of neighbouring turns: the turn that represents it, and the markers of all. */
const LAST_TURN = 2_147_483_647;

/** The occupancy series of a session, thinned out evenly to at most `maxPoints` points without losing a marker. */
export async function listTurns(
  db: Database,
  project: string,
  id: string,
  { from, to, maxPoints }: Query,
): Promise<TurnSeries> {
  const session = await findSession(db, project, id);
  const { sessionId } = session;
  const where = {
    sessionId,
    turn: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) },
  };
  const [total, models, settings] = await Promise.all([
    db.turn.count({ where }),
    projectModels(db, project),
    readFindingSettings(db, project),
  ]);
  const { spikeTokens } = settings;
  const pointAt = buildSeriesPoints(session, models, settings);
  const turns =
    total <= maxPoints
      ? (await db.turn.findMany({ where, orderBy: { turn: "asc" } })).map(pointAt)
      : await readBuckets(
          db,
          { session: sessionId, from: from ?? 0, to: to ?? LAST_TURN, total, maxPoints, spikeTokens },
          pointAt,
        );
  return { turns, total, from: turns[0]?.bucket.from ?? null, to: turns.at(-1)?.bucket.to ?? null };
}

/** Points that the process that serves everybody reads itself. */
const POINTS_HERE_MAX = 1_500;

/** {@link listTurns} for its route. Many points are read by another process. @throws AppError `not_found`, `unavailable` */
export const answerTurns = answerInProcess("turns", listTurns, async (db, project, id, query: Query) => {
  const { from = 0, to = LAST_TURN, maxPoints } = query;
  if (Math.min(maxPoints, to - from + 1) <= POINTS_HERE_MAX) return true;
  return (await findSession(db, project, id)).turns <= POINTS_HERE_MAX;
});

type PointAt = (row: TurnRow) => SeriesPointAnswer;

/** @param own what the session says of turns that do not */
function buildSeriesPoints(
  own: Pick<SessionRow, "model" | "budget" | "contextWindow">,
  models: readonly ModelSetting[],
  settings: FindingSettings,
): PointAt {
  const rates = new RateCard(own.model, models);
  return (row) => {
    const point = buildPoint(turnCodec.fromRow(row), settings.spikeTokens);
    const [cost] = sumCostOfCalls(
      rates.listCalls({ model: row.model, at: row.at === null ? null : Number(row.at), usage: point.usage }),
    );
    return {
      ...point,
      tookMs: row.at === null || row.endedAt === null ? null : Number(row.endedAt - row.at),
      cost: cost ?? null,
      budget: chooseBudget(own.budget, row.contextWindow ?? own.contextWindow, settings)?.tokens ?? null,
    };
  };
}

async function readBuckets(db: Database, thinning: Thinning, pointAt: PointAt): Promise<SeriesPointAnswer[]> {
  const buckets = await turnBuckets(db, thinning);
  const rows = await db.turn.findMany({
    where: { sessionId: thinning.session, turn: { in: buckets.map((b) => b.shown) } },
  });
  const byTurn = new Map(rows.map((row) => [row.turn, row]));
  return buckets.flatMap((bucket) => {
    const row = byTurn.get(bucket.shown);
    if (row === undefined) return [];
    return [
      {
        ...pointAt(row),
        bucket: { from: bucket.first, to: bucket.last, turns: Number(bucket.turns) },
        markers: {
          evictions: Number(bucket.evictions),
          evictedTokens: Number(bucket.evicted_tokens),
          compactions: Number(bucket.compactions),
          spike: Number(bucket.spikes) > 0,
        },
      },
    ];
  });
}
