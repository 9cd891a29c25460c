import { GROUPS } from "@/lib/api/endpoints";
import { alertRuleBody, alertTargetBody } from "@/lib/api/endpoints/alerts";
import { judgeBody } from "@/lib/api/endpoints/judge";
import { modelsBody } from "@/lib/api/endpoints/models";
import { thresholdsSchema } from "@/lib/api/endpoints/thresholds";
import { savedViewBody } from "@/lib/api/endpoints/views";
import { watchBody } from "@/lib/api/endpoints/watch";
import { retryMessage, testTarget } from "@/lib/commands/alerts/deliver";
import { createRule, createTarget, removeRule, removeTarget } from "@/lib/commands/alerts/targets";
import { askJudge, setJudge } from "@/lib/commands/judge/set-judge";
import { removeView, saveView } from "@/lib/commands/saved-views";
import { setModels } from "@/lib/commands/set-models";
import { setThresholds } from "@/lib/commands/set-thresholds";
import { setWatching } from "@/lib/commands/watch";
import { getDatabase } from "@/lib/db/client";
import { readJsonBody } from "@/lib/http/json-body";
import { answerDone } from "@/lib/http/respond";
import { getAlertNews } from "@/lib/queries/access/get-alert-news";
import { getAlerts } from "@/lib/queries/access/get-alerts";
import { getJudge } from "@/lib/queries/access/get-judge";
import { getModels } from "@/lib/queries/access/get-models";
import { getThresholds } from "@/lib/queries/access/get-thresholds";
import { getWatch } from "@/lib/queries/ingestion/get-watch";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { listSavedViews } from "@/lib/queries/session-list/saved-views";
import { makeAnswers } from "./answers";

export const alerts = makeAnswers(GROUPS.alerts, {
  getAlerts: ({ caller }) => getAlerts(getDatabase(), caller.project),

  getAlertNews: ({ caller, query }) => getAlertNews(getDatabase(), caller.project, query.after),

  createAlertTarget: async ({ request, ctx }) =>
    createTarget({ ctx, input: await readJsonBody(request, alertTargetBody) }),

  removeAlertTarget: async ({ ctx, params }) => {
    await removeTarget({ ctx, input: { id: params.targetId } });
    return answerDone();
  },

  testAlertTarget: ({ ctx, params }) => testTarget({ ctx, input: { id: params.targetId } }),

  createAlertRule: async ({ request, ctx }) =>
    createRule({ ctx, input: await readJsonBody(request, alertRuleBody) }),

  removeAlertRule: async ({ ctx, params }) => {
    await removeRule({ ctx, input: { id: params.ruleId } });
    return answerDone();
  },

  retryAlertMessage: async ({ ctx, params }) => {
    await retryMessage({ ctx, input: { id: params.messageId } });
    return answerDone();
  },
});

export const judge = makeAnswers(GROUPS.judge, {
  getJudge: ({ caller }) => getJudge(getDatabase(), caller.project),

  setJudge: async ({ request, caller, ctx }) => {
    await setJudge({ ctx, input: { body: await readJsonBody(request, judgeBody) } });
    return getJudge(getDatabase(), caller.project);
  },

  askJudge: ({ ctx, params: { id } }) => askJudge({ ctx, input: { id } }),
});

export const thresholds = makeAnswers(GROUPS.thresholds, {
  getThresholds: ({ caller }) => getThresholds(getDatabase(), caller.project),

  setThresholds: async ({ request, caller, ctx }) => {
    await setThresholds({ ctx, input: { thresholds: await readJsonBody(request, thresholdsSchema) } });
    return getThresholds(getDatabase(), caller.project);
  },
});

export const models = makeAnswers(GROUPS.models, {
  getModels: ({ caller }) => getModels(getDatabase(), caller.project),

  setModels: async ({ request, caller, ctx }) => {
    await setModels({ ctx, input: await readJsonBody(request, modelsBody) });
    return getModels(getDatabase(), caller.project);
  },
});

export const watch = makeAnswers(GROUPS.watch, {
  getWatch: ({ caller }) => getWatch(getDatabase(), caller.project),

  setWatch: async ({ request, caller, ctx }) => {
    await setWatching({ ctx, input: await readJsonBody(request, watchBody) });
    return getWatch(getDatabase(), caller.project);
  },
});

export const views = makeAnswers(GROUPS.views, {
  listSavedViews: async ({ caller }) => ({
    views: await listSavedViews(getDatabase(), caller.project),
  }),

  saveView: async ({ request, ctx }) => saveView({ ctx, input: await readJsonBody(request, savedViewBody) }),

  removeView: async ({ ctx, params }) => {
    await removeView({ ctx, input: { id: params.viewId } });
    return answerDone();
  },
});

export const telemetry = makeAnswers(GROUPS.telemetry, {
  listIngestionWarnings: ({ caller }) => listIngestionWarnings(getDatabase(), caller.project),
});
