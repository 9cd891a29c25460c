import { createInvitation, invitationBody } from "@/lib/api/endpoints/people";
import { invite } from "@/lib/commands/access/members";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(createInvitation, async ({ request, caller }) =>
  invite(database(), instance(), caller, await jsonBody(request, invitationBody)),
);
