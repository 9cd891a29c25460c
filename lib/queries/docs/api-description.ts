import { openApiSteps } from "@/lib/api/openapi/openapi";
import { runInSlices } from "@/lib/db/slices";

type Description = Readonly<Record<string, unknown>>;

let written: { readonly version: string; readonly document: Promise<Description> } | null = null;

/** The description of the API, as OpenAPI 3.1. It is made once, and others are answered meanwhile. */
export function readApiDescription(version: string): Promise<Description> {
  if (written?.version !== version) written = { version, document: runInSlices(openApiSteps(version)) };
  return written.document;
}
