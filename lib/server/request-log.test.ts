import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { makeLoggablePaths } from "./loggable-path";
import { logRequest } from "./request-log";

it("writes one line for a request, without its parameters, query, headers and bodies", async () => {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    const loggable = makeLoggablePaths(() => null);
    logRequest(request, response, { id: "id-1", loggable, write: (line) => lines.push(line) });
    response.writeHead(201, { "content-length": 6 }).end("secret");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await (
    await fetch(`http://127.0.0.1:${port}/api/v1/shares/secret/unlock?q=secret`, {
      method: "POST",
      body: "secret",
    })
  ).text();
  server.close();
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).not.toContain("secret");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    id: "id-1",
    method: "POST",
    path: "/api/v1/shares/{token}/unlock",
    status: 201,
    complete: true,
    bytes: expect.any(Number) as number,
  });
});
