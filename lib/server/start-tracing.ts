import type { Instance } from "@/lib/env";
import { isLoopback } from "@/lib/env";
import { sendSpansTo } from "@/lib/tracing";

const ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;

/**
 * Sends spans of this process to the collector that OpenTelemetry's own variables name. Without one, and where it is this
 * app itself, nothing is loaded and nothing is sent.
 * @param name of the process
 * @param addresses where the app can be reached
 * @returns sends what is left, and ends
 * @throws Error that names the variable that is not an address
 */
export async function startTracing(
  name: "web" | "worker" | "receiver",
  addresses: readonly URL[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<() => Promise<void>> {
  const nothing = () => Promise.resolve();
  const variable = ENDPOINTS.find((one) => (env[one] ?? "") !== "");
  if (variable === undefined || env.OTEL_SDK_DISABLED === "true") return nothing;
  const address = env[variable] ?? "";
  if (!URL.canParse(address))
    throw new Error(`${variable}: expected the address of a collector, such as http://localhost:4318`);
  const endpoint = new URL(address);
  if (addresses.some((url) => isSame(url, endpoint))) {
    console.error(
      `${variable} is the address of this app, so it sends no spans of its own: they would be about themselves.`,
    );
    return nothing;
  }
  const [node, exporter, resources, core] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-proto"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/core"),
  ]);
  const own = { "service.name": "sightglass", "service.instance.id": `${name}-${process.pid}` };
  const provider = new node.NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes(own))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new node.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  sendSpansTo({ tracer: provider.getTracer("sightglass"), propagator: new core.W3CTraceContextPropagator() });
  return () => provider.shutdown().catch(() => undefined);
}

/** Where an app with these settings can be reached. */
export function listAddresses({ host, port, url }: Pick<Instance, "host" | "port" | "url">): URL[] {
  return [url, new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`)];
}

function isSame(own: URL, other: URL): boolean {
  const isHere = own.hostname === other.hostname || (isLoopback(own.hostname) && isLoopback(other.hostname));
  return isHere && findPort(own) === findPort(other);
}

function findPort({ port, protocol }: URL): string {
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}
