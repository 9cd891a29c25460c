import { readdirSync } from "node:fs";
import path from "node:path";
import type { Endpoint } from "@/lib/api/endpoint";
import { ENDPOINTS } from "@/lib/api/endpoints";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const API_FOLDER = "app";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const FALLBACK = "[[...rest]]";

/** The route files for paths that are not part of the API. */
export function fallbackFiles(): string[] {
  return filesBelow(API_FOLDER).filter((file) => file.includes(FALLBACK));
}

export function routeFiles(): { file: string; path: string }[] {
  return filesBelow(API_FOLDER)
    .filter((file) => /\/route\.tsx?$/.test(file) && !file.includes(FALLBACK))
    .map((file) => ({
      file,
      path: file
        .slice(API_FOLDER.length)
        .replace(/\/route\.tsx?$/, "")
        .replace(/\[(?:\.\.\.)?([^\]]+)\]/g, "{$1}"),
    }));
}

export async function handlersOf(file: string): Promise<Map<string, Handler>> {
  const loaded = (await import(path.resolve(file))) as Record<string, unknown>;
  return new Map(
    METHODS.flatMap((method) =>
      typeof loaded[method] === "function" ? [[method, loaded[method] as Handler]] : [],
    ),
  );
}

export async function callRoute(
  endpoint: Endpoint,
  params: Record<string, string> = {},
  query = "",
  init: RequestInit = {},
): Promise<Response> {
  const route = routeFiles().find(({ path: at }) => at === endpoint.path);
  if (route === undefined) throw new Error(`no route file answers ${endpoint.path}`);
  const handler = (await handlersOf(route.file)).get(endpoint.method);
  if (handler === undefined) throw new Error(`${route.file} does not answer ${endpoint.method}`);
  const filled = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const request = new Request(`http://127.0.0.1:4318${filled}${query}`, { method: endpoint.method, ...init });
  return handler(request, { params: Promise.resolve(params) });
}

export function endpointOf(method: Endpoint["method"], at: string): Endpoint {
  const found = ENDPOINTS.find((endpoint) => endpoint.method === method && endpoint.path === at);
  if (found === undefined) throw new Error(`${method} ${at} is not declared`);
  return found;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}
