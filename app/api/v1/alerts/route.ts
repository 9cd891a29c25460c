import { getAlerts as endpoint } from "@/lib/api/endpoints/alerts";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getAlerts } from "@/lib/queries/access/get-alerts";

export const GET = serve(endpoint, ({ caller }) => getAlerts(database(), caller.project));
