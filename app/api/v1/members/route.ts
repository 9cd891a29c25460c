import { listMembers as endpoint } from "@/lib/api/endpoints/people";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listMembers } from "@/lib/queries/access/list-members";

export const GET = serve(endpoint, ({ caller }) => listMembers(database(), caller.project));
