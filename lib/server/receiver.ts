import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { waitForDecisions } from "@/lib/commands/runtime/decisions";
import { getPostedRoutes } from "@/lib/routes/busy";
import { instance } from "@/lib/env";
import { countProcess } from "@/lib/metrics";
import { ENDS_WITHIN_MS } from "@/lib/program.mjs";
import { answerWith } from "./answer";
import { collectWhenQuiet } from "./collect-when-quiet";
import { drainAfterAnswer } from "./drain";
import { RECEIVER_SECRET_HEADER } from "./receiver-process";
import { listAddresses, startTracing } from "./start-tracing";
import { tellCounts } from "./tell-counts";

/**
 * A process that receives large bodies for the web process: it parses, checks, stores and answers them as the web process
 * does with small ones. It listens where its first argument says, answers its parent only, and ends with it. Its parent
 * sends the secret first, and then with every request.
 */
let secret: string | null = null;

const posted = getPostedRoutes();
const tracing = startTracing("receiver", listAddresses(instance()));

const server = createServer((request, response) => {
  drainAfterAnswer(request, response);
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handler = (await posted).get((request.url ?? "/").split("?", 1)[0] ?? "/");
  if (request.headers[RECEIVER_SECRET_HEADER] !== secret || handler === undefined) {
    response.writeHead(404).end();
    return;
  }
  delete request.headers[RECEIVER_SECRET_HEADER];
  await answerWith(handler, request, response);
}

server.requestTimeout = 0;
process.once("message", (said) => {
  secret = String(said);
  server.listen(process.argv[2], () => process.send?.("listening"));
});
collectWhenQuiet();
countProcess("receiver");
tellCounts();

// Its parent decides when a Ctrl-C or the end of a service ends it.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.once("disconnect", () => {
  server.close();
  setTimeout(() => process.exit(0), ENDS_WITHIN_MS.itself).unref();
  void Promise.allSettled([waitForDecisions(), tracing.then((stop) => stop())]).then(() => process.exit(0));
});
