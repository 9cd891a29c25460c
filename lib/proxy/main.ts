import { spawn } from "node:child_process";
import { once } from "node:events";
import { Asker } from "@/lib/client/asker";
import { PolicyApplier } from "./apply-policy";
import { Outbox } from "./outbox";
import { policyInUse } from "./policy-in-use";
import { callLine } from "./recorded-call";
import { proxyServer } from "./serve-proxy";
import type { ProxySettings } from "./settings";
import { clientVariables, readProxySettings } from "./settings";

/**
 * The process of the recording proxy. lib/cli/proxy.mjs starts it. With a command, it runs the command through the
 * proxy; without one, it serves until it is stopped.
 */
const HOST = "127.0.0.1";
const FLUSH_MS = 5_000;

async function main([command, ...args]: readonly string[]): Promise<void> {
  const settings = readProxySettings(process.env);
  const say = (text: string): void => console.error(`sightglass: ${text}`);
  const outbox = new Outbox({ target: settings.target, apiKey: settings.apiKey, say });
  const policy = await policyInUse(settings);
  const server = proxyServer({
    upstreams: settings.upstreams,
    record: (call) => outbox.add(callLine(call)),
    say,
    applier: policy === null ? null : new PolicyApplier(askerOf(settings, say), policy),
  });
  server.listen(settings.port, HOST);
  await once(server, "listening");
  const stop = async (code: number): Promise<void> => {
    server.close();
    server.closeIdleConnections();
    const lost = await outbox.close(FLUSH_MS);
    if (lost > 0) say(`${lost} calls were not recorded.`);
    process.exit(code);
  };
  process.once("SIGTERM", () => void stop(0));
  if (command === undefined) {
    process.once("SIGINT", () => void stop(0));
    introduce(settings);
  } else await stop(await runThrough(settings, command, args));
}

function askerOf({ target, apiKey, policyTimeoutMs }: ProxySettings, say: (text: string) => void): Asker {
  return new Asker({
    url: target.origin,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    fetch,
    timeoutMs: policyTimeoutMs,
    say,
  });
}

/** Runs a command with its model calls through the proxy. The terminal sends Ctrl+C to the command itself. */
async function runThrough(
  settings: ProxySettings,
  command: string,
  args: readonly string[],
): Promise<number> {
  process.on("SIGINT", () => undefined);
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...clientVariables(settings) },
  });
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return code ?? (signal === null ? 1 : 128);
  } catch (error) {
    console.error(`${command} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
    return 127;
  }
}

function introduce(settings: ProxySettings): void {
  const exports = Object.entries(clientVariables(settings)).map(
    ([name, value]) => `  export ${name}=${value}`,
  );
  process.stdout.write(
    [
      `Model calls that pass are recorded in ${settings.target.origin}. Keys pass too, and are not kept.`,
      ...(settings.policy === null
        ? []
        : [
            `Calls below /apply get the policy of ${settings.policy} first. Without /apply they pass unchanged.`,
          ]),
      "",
      ...exports,
      "",
      "Ctrl-C stops it.",
      "",
    ].join("\n"),
  );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
