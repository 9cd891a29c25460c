import { listSavedViews as list, savedViewBody, saveView as save } from "@/lib/api/endpoints/views";
import { saveView } from "@/lib/commands/saved-views";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { listSavedViews } from "@/lib/queries/saved-views";

export const GET = serve(list, async ({ caller }) => ({
  views: await listSavedViews(database(), caller.project),
}));

export const POST = serve(save, async ({ request, caller }) =>
  saveView(database(), caller, await jsonBody(request, savedViewBody)),
);
