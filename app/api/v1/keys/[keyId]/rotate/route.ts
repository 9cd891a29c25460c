import { rotateKey as endpoint } from "@/lib/api/endpoints/projects";
import { rotateKey } from "@/lib/commands/access/keys";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, ({ caller, params }) => rotateKey(database(), caller, params.keyId));
