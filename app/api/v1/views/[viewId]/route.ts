import { removeView as remove } from "@/lib/api/endpoints/views";
import { removeView } from "@/lib/commands/saved-views";
import { database } from "@/lib/db/client";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const DELETE = serve(remove, async ({ caller, params }) => {
  await removeView(database(), caller, params.viewId);
  return done();
});
