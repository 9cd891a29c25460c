import { ProxiedConversations } from "./conversations";
import { callsIn } from "./frames";
import { Outbox } from "./outbox";
import { readCall } from "./read-call";
import { callLine } from "./recorded-call";
import type { RecorderReply } from "./recorder";
import { readProxySettings } from "./settings";
import { printable } from "@/lib/client/printable";

/**
 * The recording process. It reads calls of the proxy from its standard input, sends them to Sightglass, and
 * reports each result on its standard output. It ends with its input. Signals of the terminal are for the
 * proxy, which ends this process when everything is sent.
 */
const FLUSH_MS = 5_000;

async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  // The proxy may be gone; its calls are still sent.
  process.stdout.on("error", () => undefined);
  const reply = (line: RecorderReply): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const say = (text: string): void => console.error(`sightglass: ${printable(text)}`);
  const { target, apiKey } = readProxySettings(process.env);
  const outbox = new Outbox({ target, apiKey, say });
  const conversations = new ProxiedConversations();
  reply({ ready: true });
  for await (const { call, marks } of callsIn(process.stdin)) {
    for (const mark of marks) conversations.learn(mark);
    const read = readCall(call, conversations);
    outbox.add(callLine(read.call), (isRecorded) => reply({ id: call.id, isRecorded, mark: read.mark }));
  }
  await outbox.close(FLUSH_MS);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
