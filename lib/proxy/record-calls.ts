import { ProxiedConversations } from "./conversations";
import { streamCalls } from "./frames";
import { readCall } from "./read-call";
import { recordOfCall } from "./recorded-call";
import type { Became, RecorderReply } from "./recorder";
import { readProxySettings } from "./settings";
import { Outbox } from "@/lib/client/outbox";
import { removeControls } from "@/lib/client/printable";

/**
 * The recording process. It reads calls of the proxy from its standard input, sends them to Sightglass, and
 * reports each result on its standard output. It ends with its input. Signals of the terminal are for the
 * proxy, which ends this process when everything is sent.
 */
const FLUSH_MS = 5_000;
/** So long the proxy keeps a call that is on disk, because a call that Sightglass is taking says more. */
const KEPT_AFTER_MS = 2_000;
const CHARS_MAX = 256_000_000;

async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  // The proxy may be gone; its calls are still sent.
  process.stdout.on("error", () => undefined);
  const reply = (line: RecorderReply): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const say = (text: string): void => console.error(`sightglass: ${removeControls(text)}`);
  const { target, apiKey } = readProxySettings(process.env);
  const outbox = new Outbox({
    url: new URL("/api/v1/model-calls", target).href,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    fetch,
    say: (problem) => say(`Sightglass ${problem}.`),
    charsMax: CHARS_MAX,
  });
  const conversations = new ProxiedConversations();
  reply({ ready: true });
  for await (const { call, marks } of streamCalls(process.stdin)) {
    for (const mark of marks) conversations.learn(mark);
    const read = readCall(call, conversations);
    const become = (became: Became): void =>
      reply({ id: call.id, became, session: read.call.session, mark: read.mark });
    let isKnown = false;
    const isOnDisk = outbox.add(recordOfCall(read.call), (isTaken) => {
      isKnown = true;
      become(isTaken ? "recorded" : "refused");
    });
    if (isOnDisk) setTimeout(() => isKnown || become("kept"), KEPT_AFTER_MS);
  }
  await outbox.flush(FLUSH_MS);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
