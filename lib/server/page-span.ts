import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SpanStatusCode } from "@opentelemetry/api";
import { z } from "zod";
import { inSpan } from "@/lib/tracing";

const route = z.object({ page: z.string(), regex: z.string().transform((text) => new RegExp(text)) });
const manifest = z.object({ staticRoutes: z.array(route), dynamicRoutes: z.array(route) });
const FAILURE = 500;

/**
 * Names the page that a path is of, without what stands in the path: `/sessions/{id}/plan`.
 * @param file the list of routes that the build wrote; `null` while the app is being worked on
 * @returns `null` for a path of no page
 */
export function pageNames(file: string | null): (path: string) => string | null {
  if (file === null) return () => null;
  const { staticRoutes, dynamicRoutes } = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  const pages = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    regex,
    name: page.replace(/\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}/g, "{$1}"),
  }));
  return (path) => pages.find(({ regex }) => regex.test(path))?.name ?? null;
}

/** Makes a page within a span. @param make resolves when the page is sent */
export async function pageInSpan(
  name: string | null,
  { method = "GET", headers }: IncomingMessage,
  response: ServerResponse,
  make: () => Promise<void>,
): Promise<void> {
  const attributes = { "http.request.method": method, ...(name !== null && { "http.route": name }) };
  const parent = headers.traceparent;
  const from = typeof parent === "string" ? new Headers({ traceparent: parent }) : new Headers();
  await inSpan(`${method} ${name ?? "page"}`, { kind: "server", attributes, from }, async (span) => {
    await make();
    span?.setAttribute("http.response.status_code", response.statusCode);
    if (response.statusCode >= FAILURE) span?.setStatus({ code: SpanStatusCode.ERROR });
  });
}
