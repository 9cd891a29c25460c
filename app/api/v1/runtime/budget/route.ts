import { budgetBodySchema, postBudget } from "@/lib/api/endpoints/runtime/budget";
import { askBudget } from "@/lib/commands/runtime/ask-budget";
import { database } from "@/lib/db/client";
import { runtimeBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(postBudget, async ({ request, caller }) =>
  askBudget(database(), caller.project, await runtimeBody(request, budgetBodySchema)),
);
