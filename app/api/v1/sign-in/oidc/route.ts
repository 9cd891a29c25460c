import { startOidc as endpoint } from "@/lib/api/endpoints/people";
import { startOidc } from "@/lib/commands/access/sign-in";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { goTo } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const GET = serve(endpoint, async ({ request, query }) => {
  const { url, cookies } = await startOidc(database(), instance(), request, query.next);
  return goTo(url, cookies);
});
