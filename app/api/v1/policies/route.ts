import { listPolicies as endpoint } from "@/lib/api/endpoints/policies";
import { serve } from "@/lib/http/serve";
import { listPolicies } from "@/lib/queries/list-policies";

export const GET = serve(endpoint, () => Promise.resolve({ policies: listPolicies() }));
