import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { makeProxyServer } from "./serve-proxy";

it("tells a client that speaks only HTTP/2 that HTTP/1.1 is required, and answers others as before", async () => {
  const server = makeProxyServer({ upstreams: new Map(), record: () => undefined });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = http2.connect(url);
  client.on("error", () => undefined);
  const gone = once(client, "goaway") as Promise<[number, number, Buffer]>;
  client
    .request({ ":path": "/openai/v1/chat/completions", ":method": "POST" })
    .on("error", () => undefined)
    .end();
  const [code, , why] = await gone;
  expect(code).toBe(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED);
  expect(why.toString()).toContain("the proxy speaks HTTP/1.1");
  client.destroy();
  expect((await fetch(url)).status).toBe(404);
  server.closeAllConnections();
  server.close();
});
