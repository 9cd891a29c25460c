import { afterAll, beforeAll } from "vitest";
import type { TestServer } from "./http-server";
import { serveHttp } from "./http-server";
import { handlersOf, routeFiles } from "./routes";

export async function serveRoutes(port = 0): Promise<TestServer> {
  const routes = routeFiles().map(({ file, path }) => {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
    const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, "([^/]+)")}$`);
    return { file, names, pattern };
  });
  return serveHttp(async (request) => {
    const { pathname } = new URL(request.url);
    for (const { file, names, pattern } of routes) {
      const match = pattern.exec(pathname);
      const handler = match === null ? undefined : (await handlersOf(file)).get(request.method);
      if (match === null || handler === undefined) continue;
      const params = Object.fromEntries(
        names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? "")]),
      );
      return handler(request, { params: Promise.resolve(params) });
    }
    return new Response("{}", { status: 404 });
  }, port);
}

/** Serves the app's own routes while the tests of one file run. Its address is known once they run. */
export function routeServer(): { readonly url: string } {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await serveRoutes();
  });
  afterAll(() => server?.close());
  return {
    get url() {
      if (server === undefined) throw new Error("the routes are served while tests run, not before");
      return server.url;
    },
  };
}
