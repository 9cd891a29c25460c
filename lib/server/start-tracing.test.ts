import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { getHealth } from "@/lib/api/endpoints/service";
import { measureRoute } from "@/lib/http/serve";
import { decodeBody } from "@/lib/pipeline/records/decode-body";
import { inSpan } from "@/lib/tracing";
import { listAddresses, startTracing } from "./start-tracing";

const bodies: Buffer[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    bodies.push(Buffer.concat(chunks));
    response.end();
  });
});
collector.listen(0, "127.0.0.1");
await once(collector, "listening");
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
afterAll(() => {
  collector.close();
  vi.unstubAllEnvs();
});

const OWN = [new URL("http://127.0.0.1:4318")];
const TRACE = "0af7651916cd43dd8448eb211c80319c";

describe("the app's own spans", () => {
  it("are not sent to the app itself, and a collector that is no address is named", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue();
    const itself = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318/v1/traces" };
    await (
      await startTracing("web", OWN, itself)
    )();
    expect(said.mock.calls.join()).toContain("is the address of this app");
    await expect(startTracing("web", OWN, { OTEL_EXPORTER_OTLP_ENDPOINT: "collector" })).rejects.toThrow(
      "OTEL_EXPORTER_OTLP_ENDPOINT: expected the address of a collector",
    );
    const behindProxy = { host: "0.0.0.0", port: 4318, url: new URL("https://sight.example") };
    await startTracing("web", listAddresses(behindProxy), {
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://sight.example",
    });
    expect(said).toHaveBeenCalledTimes(2);
  });

  it("say which route or job it was and how it ended, go on from the caller's, and hold nothing that was sent", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", OTEL_EXPORTER_OTLP_ENDPOINT);
    const stop = await startTracing("web", OWN);
    const answer = measureRoute(getHealth, () =>
      Promise.resolve(new Response("secret answer", { status: 503 })),
    );
    await answer(
      new Request("http://127.0.0.1:4318/api/v1/health?secret=query", {
        headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, "x-other": "secret header" },
      }),
      {},
    );
    const job = inSpan("job derive", { kind: "consumer", attributes: { "sightglass.task": "derive" } }, () =>
      Promise.reject(new Error("secret failure")),
    );
    await expect(job).rejects.toThrow("secret failure");
    await stop();
    const records = bodies.flatMap((bytes) => decodeBody(bytes, "traces", "protobuf").records);
    const text = JSON.stringify(records, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).not.toContain("secret");
    expect(records.map(({ name }) => name).sort()).toEqual(["GET /api/v1/health", "job derive"]);
    const [request] = records;
    expect(request).toMatchObject({
      traceId: TRACE,
      attributes: { "http.route": "/api/v1/health", "http.response.status_code": 503 },
    });
    expect(text).toContain("sightglass");
  });
});
