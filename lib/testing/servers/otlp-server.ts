/**
 * The receiver as a process that can be killed, for the restart test. It listens on the port that its parent sends,
 * prints `got` when a request arrives, and reports the status of each answer.
 */
import { postTraces } from "@/lib/api/endpoints/otlp";
import { getDatabase } from "@/lib/db/client";
import { serveOtlp } from "@/lib/pipeline/receive/otlp/serve-otlp";
import { serveHttp } from "./http-server";

const receive = serveOtlp(postTraces, "traces", getDatabase);

async function answer(request: Request): Promise<Response> {
  process.send?.("got");
  const response = await receive(request);
  process.send?.(response.status);
  return response;
}

process.once("message", (port) => {
  void serveHttp(answer, Number(port)).then(() => process.send?.("listening"));
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
