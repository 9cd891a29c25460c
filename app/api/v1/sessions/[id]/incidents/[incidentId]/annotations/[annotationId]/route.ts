import {
  annotationEdit,
  changeAnnotation as change,
  deleteAnnotation as deletion,
} from "@/lib/api/endpoints/incidents";
import { changeAnnotation, deleteAnnotation } from "@/lib/commands/incidents/annotations";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const PATCH = serve(change, async ({ request, caller, params }) =>
  changeAnnotation(database(), caller, params, (await jsonBody(request, annotationEdit)).text),
);

export const DELETE = serve(deletion, ({ caller, params }) => deleteAnnotation(database(), caller, params));
