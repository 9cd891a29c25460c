import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves real HTTP requests with a function from request to response, as the app's server does. It takes a free port
 * unless one is given.
 */
export async function serveHttp(
  answer: (request: Request) => Promise<Response>,
  port = 0,
): Promise<TestServer> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" ? [[name, value]] : [],
      );
      const method = incoming.method ?? "GET";
      const body = method === "GET" ? {} : { body: new Uint8Array(Buffer.concat(chunks)) };
      const request = new Request(`http://127.0.0.1${incoming.url ?? "/"}`, { method, headers, ...body });
      void answer(request).then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
