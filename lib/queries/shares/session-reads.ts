import type { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import type { ApiRead } from "@/lib/api/request/request";
import { listCheckpoints as checkpoints } from "@/lib/api/endpoints/checkpoints";
import { listFindings as findings } from "@/lib/api/endpoints/findings";
import { getJudged as judged } from "@/lib/api/endpoints/judge";
import {
  getSummaryDiff as summary,
  listCompactions as compactions,
  listLanes as lanes,
} from "@/lib/api/endpoints/lanes";
import { getPlan as plan } from "@/lib/api/endpoints/plan";
import { getLedger as ledger } from "@/lib/api/endpoints/ledger";
import { getFacts as facts } from "@/lib/api/endpoints/facts";
import { getWhy as why } from "@/lib/api/endpoints/why";
import { getReplay as replay } from "@/lib/api/endpoints/replays";
import { getBlock as block } from "@/lib/api/endpoints/block";
import { getSession as session, listTurns as turns } from "@/lib/api/endpoints/sessions";
import { getWindow as window } from "@/lib/api/endpoints/window";
import { readPlainly } from "@/lib/core/plain-issues";
import type { Database } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { getBlock } from "../get-block";
import { getFacts } from "../get-facts";
import { getLedger } from "../get-ledger";
import { getPlan } from "../get-plan";
import { getReplay } from "../get-replay";
import { getSession } from "../get-session";
import { getSummaryDiff } from "../get-summary-diff";
import { getWhy } from "../get-why";
import { getWindow } from "../get-window";
import { listCheckpoints } from "../list-checkpoints";
import { listCompactions } from "../list-compactions";
import { getJudged } from "../get-judged";
import { listFindings } from "../list-findings";
import { listLanes } from "../list-lanes";
import { listTurns } from "../list-turns";

interface Answerer {
  readonly route: Endpoint;
  readonly run: (read: ApiRead) => Promise<unknown>;
}

function answerers(db: Database, project: string): Answerer[] {
  const of = <P extends z.ZodObject, Q extends z.ZodObject, R extends z.ZodType>(
    route: Endpoint<P, Q, R>,
    query: (params: z.output<P>, asked: z.output<Q>) => Promise<z.input<R>>,
  ): Answerer => ({
    route: route as unknown as Endpoint,
    run: (read) => {
      const asked = readPlainly(route.query, read.query);
      if (!asked.ok) {
        const [problem] = asked.issues;
        throw new AppError("invalid_body", `page.search: ${problem?.path.join(".")}: ${problem?.message}`);
      }
      return query(route.params.parse(read.params), asked.data);
    },
  });
  return [
    of(session, ({ id }) => getSession(db, project, id)),
    of(turns, ({ id }, query) => listTurns(db, project, id, query)),
    of(window, ({ id, turn }, query) => getWindow(db, project, id, turn, query)),
    of(block, ({ id, blockId }, query) => getBlock(db, project, id, blockId, query)),
    of(findings, ({ id }, query) => listFindings(db, project, id, query)),
    of(judged, ({ id }) => getJudged(db, project, id)),
    of(lanes, ({ id }, query) => listLanes(db, project, id, query)),
    of(compactions, async ({ id }) => ({ compactions: await listCompactions(db, project, id) })),
    of(summary, ({ id, compaction }) => getSummaryDiff(db, project, id, compaction)),
    of(ledger, ({ id }, query) => getLedger(db, project, id, query)),
    of(plan, ({ id }, query) => getPlan(db, project, id, query)),
    of(checkpoints, ({ id }) => listCheckpoints(db, project, id)),
    of(why, ({ id }, query) => getWhy(db, project, id, query)),
    of(facts, ({ id }, query) => getFacts(db, project, id, query)),
    of(replay, ({ id, replayId }) => getReplay(db, project, id, replayId)),
  ];
}

export interface ReadAnswer {
  readonly route: Endpoint;
  readonly answer: unknown;
}

/**
 * The answer of a session's route, without a request.
 * @throws AppError `not_found`; `invalid_body` for a query that the route refuses
 */
export async function answerRead(db: Database, project: string, read: ApiRead): Promise<ReadAnswer> {
  const answerer = answerers(db, project).find(({ route }) => route.path === read.path);
  if (answerer === undefined) throw notFound("the view");
  const answer = await answerer.run(read);
  return { route: answerer.route, answer: JSON.parse(JSON.stringify(answer)) as unknown };
}
