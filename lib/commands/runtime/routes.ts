import { applyBodySchema, postApply } from "@/lib/api/endpoints/runtime/apply";
import { budgetBodySchema, postBudget } from "@/lib/api/endpoints/runtime/budget";
import { checkpointBodySchema, postCheckpoint } from "@/lib/api/endpoints/runtime/checkpoint";
import { gateBodySchema, postGate } from "@/lib/api/endpoints/runtime/gate";
import { lostBodySchema, postLost } from "@/lib/api/endpoints/runtime/lost";
import { postProject, projectBodySchema } from "@/lib/api/endpoints/runtime/project";
import { postRestore, restoreBodySchema } from "@/lib/api/endpoints/runtime/restore";
import { postValidate, validateBodySchema } from "@/lib/api/endpoints/runtime/validate";
import { EVENTS_BODY_BYTES_MAX, EVENTS_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { asRequest } from "@/lib/commands/project/as-request";
import { projectMessages } from "@/lib/commands/project/project-messages";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { bodyJson } from "@/lib/http/read-body";
import { check, serve } from "@/lib/http/serve";
import { askApply } from "./ask-apply";
import { askBudget } from "./ask-budget";
import { askCheckpoint } from "./ask-checkpoint";
import { askGate } from "./ask-gate";
import { askLost } from "./ask-lost";
import { askRestore } from "./ask-restore";
import { askValidate } from "./ask-validate";

export const answerBudget = serve(postBudget, async ({ request, caller }) =>
  askBudget(database(), caller.project, await runtimeBody(request, budgetBodySchema)),
);
export const answerValidate = serve(postValidate, async ({ request, caller }) =>
  askValidate(database(), caller.project, await runtimeBody(request, validateBodySchema)),
);
export const answerApply = serve(postApply, async ({ request, caller }) =>
  askApply(database(), caller.project, await runtimeBody(request, applyBodySchema)),
);
export const answerCheckpoint = serve(postCheckpoint, async ({ request, caller }) =>
  askCheckpoint(database(), caller.project, await runtimeBody(request, checkpointBodySchema)),
);
export const answerGate = serve(postGate, async ({ request, caller }) =>
  askGate(database(), caller.project, await runtimeBody(request, gateBodySchema)),
);
export const answerRestore = serve(postRestore, async ({ request, caller }) =>
  askRestore(database(), caller.project, await runtimeBody(request, restoreBodySchema)),
);
export const answerLost = serve(postLost, async ({ request, caller }) =>
  askLost(database(), caller.project, await runtimeBody(request, lostBodySchema)),
);

const PROJECT_LIMITS = { wireBytesMax: EVENTS_WIRE_BYTES_MAX, bodyBytesMax: EVENTS_BODY_BYTES_MAX };

export const answerProject = serve(postProject, async ({ request }) =>
  projectMessages(
    check(projectBodySchema, asRequest(await bodyJson(request, PROJECT_LIMITS)), "invalid_body"),
  ),
);

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

export const RUNTIME_ROUTES: ReadonlyMap<string, Handler> = new Map([
  [postBudget.path, answerBudget],
  [postValidate.path, answerValidate],
  [postApply.path, answerApply],
  [postCheckpoint.path, answerCheckpoint],
  [postGate.path, answerGate],
  [postRestore.path, answerRestore],
  [postLost.path, answerLost],
  [postProject.path, answerProject],
] as const);
