import { listSessions as endpoint } from "@/lib/api/endpoints/sessions";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listSessions } from "@/lib/queries/list-sessions";

export const GET = serve(endpoint, ({ caller, query }) => listSessions(database(), caller.project, query));
