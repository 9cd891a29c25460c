import { giveVerdict, verdictBody, withdrawVerdict } from "@/lib/api/endpoints/verdicts";
import { sayOfFinding, takeBackVerdict } from "@/lib/commands/verdicts";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const PUT = serve(giveVerdict, async ({ request, caller, params }) =>
  sayOfFinding(database(), caller, params, await jsonBody(request, verdictBody)),
);

export const DELETE = serve(withdrawVerdict, ({ caller, params }) =>
  takeBackVerdict(database(), caller, params),
);
