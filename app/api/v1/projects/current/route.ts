import { chooseProject as endpoint, chosenProjectBody } from "@/lib/api/endpoints/projects";
import { chooseProject } from "@/lib/commands/access/projects";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { openJsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const PUT = serve(endpoint, async ({ request, caller }) => {
  const { id } = await openJsonBody(request, caller, chosenProjectBody);
  return done([await chooseProject(database(), instance(), caller, id)]);
});
