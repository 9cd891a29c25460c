import { signOut as endpoint } from "@/lib/api/endpoints/people";
import { signOut } from "@/lib/commands/access/sign-in";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller }) =>
  done(await signOut(database(), instance(), request, caller)),
);
