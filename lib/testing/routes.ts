import type { Endpoint } from "@/lib/api/endpoint";
import { ENDPOINTS, OPERATIONS } from "@/lib/api/endpoints";
import { findHandler } from "@/lib/routes/table";

export async function callRoute(
  endpoint: Endpoint,
  params: Record<string, string> = {},
  query = "",
  init: RequestInit = {},
): Promise<Response> {
  const operation = OPERATIONS.find(
    ([, { method, path }]) => method === endpoint.method && path === endpoint.path,
  );
  if (operation === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not declared`);
  const [name, , group] = operation;
  const filled = endpoint.path.replace(/\{([^}]+)\}/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ""),
  );
  const request = new Request(`http://127.0.0.1:4318${filled}${query}`, { method: endpoint.method, ...init });
  return (await findHandler(name, group))(request, params);
}

export function endpointOf(method: Endpoint["method"], at: string): Endpoint {
  const found = ENDPOINTS.find((endpoint) => endpoint.method === method && endpoint.path === at);
  if (found === undefined) throw new Error(`${method} ${at} is not declared`);
  return found;
}
