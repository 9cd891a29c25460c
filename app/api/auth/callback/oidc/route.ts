import { endOidc as endpoint } from "@/lib/api/endpoints/people";
import { endOidc } from "@/lib/commands/access/sign-in";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { serve } from "@/lib/http/serve";

export const GET = serve(endpoint, ({ request, caller }) => endOidc(database(), instance(), request, caller));
