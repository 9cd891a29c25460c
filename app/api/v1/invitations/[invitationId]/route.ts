import { withdrawInvitation as endpoint } from "@/lib/api/endpoints/people";
import { withdrawInvitation } from "@/lib/commands/access/members";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(endpoint, async ({ caller, params }) => {
  await withdrawInvitation(database(), caller, params.invitationId);
  return done();
});
