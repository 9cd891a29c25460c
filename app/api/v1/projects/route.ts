import { createProject as create, listProjects as list, projectBody } from "@/lib/api/endpoints/projects";
import { createProject } from "@/lib/commands/access/projects";
import { database } from "@/lib/db/client";
import { openJsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { listProjects } from "@/lib/queries/access/list-projects";

export const GET = serve(list, ({ caller }) => listProjects(database(), caller));

export const POST = serve(create, async ({ request, caller }) => {
  const { name } = await openJsonBody(request, caller, projectBody);
  return createProject(database(), caller, name);
});
