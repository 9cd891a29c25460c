import { GROUPS } from "@/lib/api/endpoints";
import { verdictBody } from "@/lib/api/endpoints/verdicts";
import { sayOfFinding, takeBackVerdict } from "@/lib/commands/verdicts";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { answerBlock } from "@/lib/queries/get-block";
import { getFacts } from "@/lib/queries/get-facts";
import { getLedger } from "@/lib/queries/get-ledger";
import { getPlan } from "@/lib/queries/get-plan";
import { getProof } from "@/lib/queries/get-proof";
import { answerSummaryDiff } from "@/lib/queries/get-summary-diff";
import { getWhy } from "@/lib/queries/get-why";
import { answerWindow } from "@/lib/queries/get-window";
import { listCheckpoints } from "@/lib/queries/list-checkpoints";
import { listCompactions } from "@/lib/queries/list-compactions";
import { judgeSession, listFindings } from "@/lib/queries/list-findings";
import { answerLanes } from "@/lib/queries/list-lanes";
import { readingSession } from "@/lib/queries/reading";
import { precisionOf } from "@/lib/queries/verdicts";
import { answers } from "./answers";

export const window = answers(GROUPS.window, {
  getWindow: readingSession(({ request, caller, params: { id, turn }, query }) =>
    answerWindow(database(), caller.project, id, { ...query, of: turn }, request.signal),
  ),
});

export const block = answers(GROUPS.block, {
  getBlock: readingSession(({ request, caller, params: { id, blockId }, query }) =>
    answerBlock(database(), caller.project, id, { ...query, block: blockId }, request.signal),
  ),
});

export const plan = answers(GROUPS.plan, {
  getPlan: readingSession(({ caller, params, query }) =>
    getPlan(database(), caller.project, params.id, query),
  ),
});

export const checkpoints = answers(GROUPS.checkpoints, {
  listCheckpoints: readingSession(({ caller, params }) =>
    listCheckpoints(database(), caller.project, params.id),
  ),
});

export const lanes = answers(GROUPS.lanes, {
  listLanes: readingSession(({ request, caller, params, query }) =>
    answerLanes(database(), caller.project, params.id, query, request.signal),
  ),

  listCompactions: readingSession(async ({ caller, params }) => ({
    compactions: await listCompactions(database(), caller.project, params.id),
  })),

  getSummaryDiff: readingSession(({ request, caller, params: { id, compaction } }) =>
    answerSummaryDiff(database(), caller.project, id, compaction, request.signal),
  ),
});

export const ledger = answers(GROUPS.ledger, {
  getLedger: readingSession(({ request, caller, params, query }) =>
    getLedger(database(), caller.project, params.id, query, request.signal),
  ),
});

export const why = answers(GROUPS.why, {
  getWhy: readingSession(({ request, caller, params, query }) =>
    getWhy(database(), caller.project, params.id, query, request.signal),
  ),
});

export const facts = answers(GROUPS.facts, {
  getFacts: readingSession(({ request, caller, params, query }) =>
    getFacts(database(), caller.project, params.id, query, request.signal),
  ),
});

export const findings = answers(GROUPS.findings, {
  listFindings: readingSession(({ caller, params, query }) =>
    listFindings(database(), caller.project, params.id, query),
  ),

  getGate: readingSession(({ caller, params, query }) =>
    judgeSession(database(), caller.project, params.id, query.contract),
  ),
});

export const verdicts = answers(GROUPS.verdicts, {
  giveVerdict: async ({ request, caller, params }) =>
    sayOfFinding(database(), caller, params, await jsonBody(request, verdictBody)),

  withdrawVerdict: ({ caller, params }) => takeBackVerdict(database(), caller, params),

  getProof: readingSession(({ caller, params, request }) =>
    getProof(database(), caller.project, params.id, params.finding, request.signal),
  ),

  listPrecision: async ({ caller }) => ({
    rules: await precisionOf(database(), caller.project),
  }),
});
