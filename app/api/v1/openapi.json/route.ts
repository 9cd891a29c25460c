import packageJson from "@/package.json";
import { getOpenApi } from "@/lib/api/endpoints/service";
import { serve } from "@/lib/http/serve";
import { apiDescription } from "@/lib/queries/docs/api-description";

/** The description is the same for every caller and needs no key, so it is written once. */
let written: Promise<string> | null = null;

export const GET = serve(getOpenApi, async () => {
  written ??= apiDescription(packageJson.version).then((document) => JSON.stringify(document));
  return new Response(await written, { headers: { "content-type": "application/json; charset=utf-8" } });
});
