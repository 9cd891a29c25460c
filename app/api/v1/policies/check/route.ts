import { checkPolicies as endpoint, policyCheckSchema } from "@/lib/api/endpoints/policies";
import { JSON_BODY_BYTES_MAX } from "@/lib/api/limits/http";
import { bodyJson } from "@/lib/http/read-body";
import { check, serve } from "@/lib/http/serve";
import { checkPolicies } from "@/lib/queries/list-policies";

const LIMITS = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };

export const POST = serve(endpoint, async ({ request }) => {
  const asked = check(policyCheckSchema, await bodyJson(request, LIMITS), "invalid_body");
  return { policies: checkPolicies(asked.policies) };
});
