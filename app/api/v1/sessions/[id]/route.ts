import { getSession as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getSession } from "@/lib/queries/get-session";

export const GET = serve(endpoint, ({ caller, params }) => getSession(database(), caller.project, params.id));
