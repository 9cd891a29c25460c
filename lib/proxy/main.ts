import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Asker } from "@/lib/client/asker";
import { PolicyApplier } from "./apply-policy";
import { InjectedLibrary, NOTHING } from "./inject";
import { findPolicyInUse } from "./policy-in-use";
import { describeRecorded } from "./recorded-line";
import { Recorder } from "./recorder";
import { makeProxyServer } from "./serve-proxy";
import type { ProxySettings } from "./settings";
import type { LedThrough } from "./lead-through";
import { leadThrough } from "./lead-through";
import { readProxySettings } from "./settings";
import { removeControls } from "@/lib/client/printable";

/**
 * The process of the recording proxy. lib/cli/proxy.mjs starts it. With a command, it runs the command through the
 * proxy; without one, it serves until it is stopped.
 */
const IDLE_CHECK_MS = 20;
const HOST = "127.0.0.1";
/** The time that open calls have once the proxy is stopped, and the time to record the rest. */
const OPEN_MS = 4_000;
const FLUSH_MS = 5_000;

async function main([command, ...args]: readonly string[]): Promise<void> {
  const settings = readProxySettings(process.env);
  const say = (text: string): void => console.error(`sightglass: ${removeControls(text)}`);
  const policy = await findPolicyInUse(settings);
  // What a person exports for other programs is made of the settings alone.
  const led = leadThrough(settings, command === undefined ? {} : process.env);
  const sessions = new Set<string>();
  let calls = 0;
  const recorder = new Recorder({
    say,
    onRecorded: (session) => {
      calls++;
      if (sessions.size === 0) process.send?.({ session: makeAddress(settings, session) });
      sessions.add(session);
    },
  });
  const library = command === undefined ? null : new InjectedLibrary();
  const proxy = `http://${HOST}:${settings.port}`;
  const injected = library?.variables(settings.target.origin, proxy, process.env);
  let isStopping = false;
  const server = makeProxyServer({
    upstreams: led.upstreams,
    record: (call) => recorder.add(call),
    onPass: () => recorder.notePassed(),
    applier: policy === null ? null : new PolicyApplier(makeAsker(settings, say), policy),
    conversations: recorder.conversations,
    isStopping: () => isStopping,
  });
  server.listen(settings.port, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(
      `The proxy cannot listen on port ${settings.port}: ${findCode(error)}. Stop the program that does, or choose another port with SIGHTGLASS_PROXY_PORT.`,
      { cause: error },
    );
  }
  const closed = once(server, "close");
  const within = (ms: number) => Promise.race([closed, wait(ms)]);
  const stop = async (code: number): Promise<void> => {
    server.close();
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    await within(OPEN_MS);
    clearInterval(idle);
    isStopping = true;
    server.closeAllConnections();
    await within(OPEN_MS);
    const { lost, kept } = await recorder.close(FLUSH_MS);
    const own = library?.end() ?? NOTHING;
    const outcome = {
      calls: calls + own.calls - own.unsent,
      waiting: kept + own.unsent,
      lost,
      addresses: [...new Set([...sessions, ...own.sessions])].map((one) => makeAddress(settings, one)),
      // A Node program's own calls are seen whatever their address.
      unseen: own.programs > 0 ? [] : led.unseen,
    };
    if (command !== undefined || kept + lost > 0) say(describeRecorded(outcome));
    process.exit(code);
  };
  process.once("SIGTERM", () => void stop(0));
  if (command === undefined) {
    process.once("SIGINT", () => void stop(0));
    introduce(settings, led);
  } else await stop(await runThrough({ ...led.variables, ...injected }, command, args));
}

function findCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function makeAsker({ target, apiKey, policyTimeoutMs }: ProxySettings, say: (text: string) => void): Asker {
  return new Asker({
    url: target.origin,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    fetch,
    timeoutMs: policyTimeoutMs,
    say,
  });
}

async function runThrough(
  variables: Readonly<Record<string, string>>,
  command: string,
  args: readonly string[],
): Promise<number> {
  process.on("SIGINT", () => undefined);
  const child = spawn(command, args, {
    stdio: "inherit",
    // The folder in which the person typed the command.
    cwd: process.env.COMMAND_FOLDER ?? process.cwd(),
    env: { ...process.env, ...variables },
  });
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return code ?? (signal === null ? 1 : 128);
  } catch (error) {
    console.error(`${command} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
    return 127;
  }
}

function makeAddress({ target }: ProxySettings, session: string): string {
  return `${target.origin}/sessions/${encodeURIComponent(session)}`;
}

function introduce(settings: ProxySettings, { variables }: LedThrough): void {
  const exports = Object.entries(variables).map(([name, value]) => `  export ${name}=${value}`);
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
