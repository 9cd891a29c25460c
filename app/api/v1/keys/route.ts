import { createKey as create, keyBody, listKeys as list } from "@/lib/api/endpoints/projects";
import { createKey } from "@/lib/commands/access/keys";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { listKeys } from "@/lib/queries/access/list-keys";

export const GET = serve(list, async ({ caller }) => ({ keys: await listKeys(database(), caller.project) }));

export const POST = serve(create, async ({ request, caller }) =>
  createKey(database(), caller, await jsonBody(request, keyBody)),
);
