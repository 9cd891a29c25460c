import { changeMember as change, memberBody, removeMember as remove } from "@/lib/api/endpoints/people";
import { changeMember, removeMember } from "@/lib/commands/access/members";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const PATCH = serve(change, async ({ request, caller, params }) => {
  const { role } = await jsonBody(request, memberBody);
  await changeMember(database(), caller, params.userId, role);
  return done();
});

export const DELETE = serve(remove, async ({ caller, params }) => {
  await removeMember(database(), caller, params.userId);
  return done();
});
