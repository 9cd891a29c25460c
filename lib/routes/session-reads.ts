import { GROUPS } from "@/lib/api/endpoints";
import { verdictBody } from "@/lib/api/endpoints/verdicts";
import { sayOfFinding, takeBackVerdict } from "@/lib/commands/verdicts";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { getProof } from "@/lib/queries/get-proof";
import { judgeSession } from "@/lib/queries/list-findings";
import { readingSession } from "@/lib/queries/reading";
import { readsSession } from "@/lib/queries/session-reads";
import { precisionOf } from "@/lib/queries/verdicts";
import { answers } from "./answers";

export const window = answers(GROUPS.window, { getWindow: readsSession(GROUPS.window.getWindow) });
export const block = answers(GROUPS.block, { getBlock: readsSession(GROUPS.block.getBlock) });
export const plan = answers(GROUPS.plan, { getPlan: readsSession(GROUPS.plan.getPlan) });
export const checkpoints = answers(GROUPS.checkpoints, {
  listCheckpoints: readsSession(GROUPS.checkpoints.listCheckpoints),
});
export const lanes = answers(GROUPS.lanes, {
  listLanes: readsSession(GROUPS.lanes.listLanes),
  listCompactions: readsSession(GROUPS.lanes.listCompactions),
  getSummaryDiff: readsSession(GROUPS.lanes.getSummaryDiff),
});
export const ledger = answers(GROUPS.ledger, { getLedger: readsSession(GROUPS.ledger.getLedger) });
export const why = answers(GROUPS.why, { getWhy: readsSession(GROUPS.why.getWhy) });
export const facts = answers(GROUPS.facts, { getFacts: readsSession(GROUPS.facts.getFacts) });

export const findings = answers(GROUPS.findings, {
  listFindings: readsSession(GROUPS.findings.listFindings),

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
