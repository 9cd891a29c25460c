import * as importEndpoints from "@/lib/api/endpoints/import";
import * as runtimeEndpoints from "@/lib/api/endpoints/runtime";
import { applyBodySchema } from "@/lib/api/endpoints/runtime/apply";
import { budgetBodySchema } from "@/lib/api/endpoints/runtime/budget";
import { checkpointBodySchema } from "@/lib/api/endpoints/runtime/checkpoint";
import { gateBodySchema } from "@/lib/api/endpoints/runtime/gate";
import { lostBodySchema } from "@/lib/api/endpoints/runtime/lost";
import * as projectEndpoints from "@/lib/api/endpoints/runtime/project";
import { restoreBodySchema } from "@/lib/api/endpoints/runtime/restore";
import { validateBodySchema } from "@/lib/api/endpoints/runtime/validate";
import { EVENTS_BODY_BYTES_MAX, EVENTS_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { importUpload } from "@/lib/commands/import-upload";
import { toRequest } from "@/lib/commands/project/as-request";
import { projectMessages } from "@/lib/commands/project/project-messages";
import { askApply } from "@/lib/commands/runtime/ask-apply";
import { askBudget } from "@/lib/commands/runtime/ask-budget";
import { askCheckpoint } from "@/lib/commands/runtime/ask-checkpoint";
import { askGate } from "@/lib/commands/runtime/ask-gate";
import { askLost } from "@/lib/commands/runtime/ask-lost";
import { askRestore, restoreBlock } from "@/lib/commands/runtime/ask-restore";
import { askValidate } from "@/lib/commands/runtime/ask-validate";
import { getDatabase } from "@/lib/db/client";
import { readRuntimeBody } from "@/lib/http/json-body";
import { readBodyJson } from "@/lib/http/read-body";
import { answerJson } from "@/lib/http/respond";
import { check } from "@/lib/http/serve";
import { receiveFiles } from "@/lib/pipeline/receive/import/receive-files";
import { makeAnswers } from "./answers";

/** What running agents ask, and imports: bodies that may be large. */
export const runtime = makeAnswers(runtimeEndpoints, {
  postBudget: async ({ request, caller }) =>
    askBudget({
      ctx: { db: getDatabase(), project: caller.project },
      input: await readRuntimeBody(request, budgetBodySchema),
    }),

  postValidate: async ({ request, caller }) =>
    askValidate({
      ctx: { db: getDatabase(), project: caller.project },
      input: { body: await readRuntimeBody(request, validateBodySchema) },
    }),

  postApply: async ({ request, caller }) =>
    askApply({
      ctx: { db: getDatabase(), project: caller.project },
      input: await readRuntimeBody(request, applyBodySchema),
    }),

  postCheckpoint: async ({ request, caller }) =>
    askCheckpoint({
      ctx: { db: getDatabase(), project: caller.project },
      input: await readRuntimeBody(request, checkpointBodySchema),
    }),

  postGate: async ({ request, caller }) =>
    askGate({
      ctx: { db: getDatabase(), project: caller.project },
      input: await readRuntimeBody(request, gateBodySchema),
    }),

  postRestore: async ({ request, caller }) =>
    askRestore({
      ctx: { db: getDatabase(), project: caller.project },
      input: { body: await readRuntimeBody(request, restoreBodySchema) },
    }),

  postLost: async ({ request, caller }) =>
    askLost({
      ctx: { db: getDatabase(), project: caller.project },
      input: await readRuntimeBody(request, lostBodySchema),
    }),

  getRuntimeBlock: ({ caller, params, query }) =>
    restoreBlock({
      ctx: { db: getDatabase(), project: caller.project },
      input: { sessionId: query.session, block: params.blockId, range: query },
    }),
});

const PROJECT_LIMITS = { wireBytesMax: EVENTS_WIRE_BYTES_MAX, bodyBytesMax: EVENTS_BODY_BYTES_MAX };

export const project = makeAnswers(projectEndpoints, {
  postProject: async ({ request }) => {
    const body = toRequest(await readBodyJson(request, PROJECT_LIMITS));
    return projectMessages(check(projectEndpoints.projectBodySchema, body, "invalid_body"));
  },
});

export const imports = makeAnswers(importEndpoints, {
  postImport: async ({ request, ctx, query }) => {
    const answer = await receiveFiles(request, query.name, (received, folder) =>
      importUpload({ ctx, input: { received, folder, ...query } }),
    );
    return "status" in answer ? answerJson(answer, 202) : answer;
  },
});
