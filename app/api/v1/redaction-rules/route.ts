import {
  getRedactionRules as get,
  redactionRulesSchema,
  setRedactionRules as set,
} from "@/lib/api/endpoints/shares";
import { setRedactionRules } from "@/lib/commands/shares/shares";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { getRedactionRules } from "@/lib/queries/shares/redaction-rules";

export const GET = serve(get, async ({ caller }) =>
  json(await getRedactionRules(database(), caller.project)),
);

export const PUT = serve(set, async ({ request, caller }) => {
  const rules = await jsonBody(request, redactionRulesSchema);
  await setRedactionRules(database(), caller, rules);
  return rules;
});
