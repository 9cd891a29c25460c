import packageJson from "@/package.json";
import { getOpenApi } from "@/lib/api/endpoints/service";
import { openApi } from "@/lib/api/openapi/openapi";
import { serve } from "@/lib/http/serve";

/** The description is the same for every caller and needs no key, so it is built once. */
let written: string | null = null;

export const GET = serve(getOpenApi, () => {
  written ??= JSON.stringify(openApi(packageJson.version));
  return Promise.resolve(
    new Response(written, { headers: { "content-type": "application/json; charset=utf-8" } }),
  );
});
