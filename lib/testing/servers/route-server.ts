import { afterAll, beforeAll } from "vitest";
import { answerRequest } from "@/lib/routes/table";
import type { TestServer } from "./http-server";
import { serveHttp } from "./http-server";

/** Serves the app's own routes while the tests of one file run. Its address is known once they run. */
export function routeServer(): { readonly url: string } {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await serveHttp(answerRequest);
  });
  afterAll(() => server?.close());
  return {
    get url() {
      if (server === undefined) throw new Error("the routes are served while tests run, not before");
      return server.url;
    },
  };
}
