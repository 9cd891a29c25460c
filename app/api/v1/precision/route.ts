import { listPrecision as endpoint } from "@/lib/api/endpoints/verdicts";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { precisionOf } from "@/lib/queries/verdicts";

export const GET = serve(endpoint, async ({ caller }) => ({
  rules: await precisionOf(database(), caller.project),
}));
