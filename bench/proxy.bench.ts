import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { spawnProgram } from "@/lib/cli/bootstrap/app.mjs";
import { findFreePort } from "@/lib/cli/bootstrap/postgres.mjs";
import { hold, note } from "./report";

/**
 * The time that the recording proxy adds until the first byte of an answer, compared with direct requests to
 * the same provider in turn. The request has 100,000 characters of history; the provider streams.
 */
const CALLS = 300;
const HISTORY_CHARS = 100_000;
const ADDED_MS_MAX = 5;

const body = JSON.stringify({
  model: "claude-sonnet-4-5",
  stream: true,
  messages: [{ role: "user", content: "word ".repeat(HISTORY_CHARS / 5) }],
});

const provider = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"type":"message_start","message":{"id":"m","type":"message","usage":{}}}\n\n');
    setImmediate(() => response.end('data: {"type":"message_stop"}\n\n'));
  });
});
const upstream = await listen(provider);
const port = await findFreePort();
const proxy = spawnProgram("lib/proxy/main.ts", [], {
  env: {
    ...process.env,
    SIGHTGLASS_PROXY_PORT: String(port),
    SIGHTGLASS_PROXY_UPSTREAMS: `anthropic=${upstream}`,
    SIGHTGLASS_PROXY_TARGET: process.env.BENCH_URL,
  },
  stdio: ["ignore", "pipe", "inherit"],
});
await once(proxy.stdout ?? proxy, "data");
const through = `http://127.0.0.1:${port}/anthropic`;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function measureFirstByte(base: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${base}/v1/messages`, { method: "POST", body });
  const reader = answer.body?.getReader();
  await reader?.read();
  const ms = performance.now() - started;
  while (!((await reader?.read())?.done ?? true)) continue;
  return ms;
}

const direct: number[] = [];
const proxied: number[] = [];
for (let i = 0; i < CALLS; i++) {
  direct.push(await measureFirstByte(upstream));
  proxied.push(await measureFirstByte(through));
  await wait(2);
}
const computeMiddle = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
const computeP95 = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;
note(
  "first byte of a direct call, median and p95",
  `${computeMiddle(direct).toFixed(2)} and ${computeP95(direct).toFixed(2)} ms`,
);
note(
  "first byte through the proxy, median and p95",
  `${computeMiddle(proxied).toFixed(2)} and ${computeP95(proxied).toFixed(2)} ms`,
);
hold({
  what: "what the proxy adds to the first byte, p95, ms",
  value: computeP95(proxied) - computeP95(direct),
  atMost: ADDED_MS_MAX,
});
proxy.kill("SIGTERM");
await once(proxy, "exit");
provider.close();
provider.closeAllConnections();
