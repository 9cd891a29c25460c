import { postProject, projectBodySchema } from "@/lib/api/endpoints/runtime/project";
import { asRequest } from "@/lib/commands/project/as-request";
import { projectMessages } from "@/lib/commands/project/project-messages";
import { EVENTS_BODY_BYTES_MAX, EVENTS_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { bodyJson } from "@/lib/http/read-body";
import { check, serve } from "@/lib/http/serve";

const LIMITS = { wireBytesMax: EVENTS_WIRE_BYTES_MAX, bodyBytesMax: EVENTS_BODY_BYTES_MAX };

export const POST = serve(postProject, async ({ request }) =>
  projectMessages(check(projectBodySchema, asRequest(await bodyJson(request, LIMITS)), "invalid_body")),
);
